/** The first and the last byte of a part of a file, both counted from 0 and both within it. */
export type ByteRange = { readonly start: number; readonly end: number }

/**
 * What a `Range` header asks of a file of `size` bytes: one part of it, the whole (`undefined`, also for several parts at
 * once, which a server may answer so), or nothing that there is. Source: RFC 9110, section 14.
 */
export function readRange(header: string | undefined, size: number): ByteRange | undefined | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(size - Number(to), 0) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < start) return undefined
  return start > end ? 'unsatisfiable' : { start, end }
}
