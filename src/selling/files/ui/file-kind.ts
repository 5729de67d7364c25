const kinds: readonly (readonly [prefix: string, name: string])[] = [
  ['video/', 'Video'],
  ['image/', 'Picture'],
  ['application/pdf', 'PDF'],
  ['application/msword', 'Word'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml', 'Word'],
  ['application/vnd.ms-excel', 'Excel'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml', 'Excel'],
  ['text/csv', 'CSV'],
  ['text/vtt', 'Captions'],
  ['text/', 'Text'],
]

/** What a file is, as people call it. */
export function fileKind(type: string): string {
  return kinds.find(([prefix]) => type.startsWith(prefix))?.[1] ?? 'File'
}
