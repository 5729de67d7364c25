// Finds the room and domain of each source file for the import rules.

/**
 * The layers, lowest first. A file imports, including types, only from its own layer or lower ones. Files that
 * assemble the product, such as `src/app.ts`, are on top.
 */
export const floors = [
  'foundation',
  'registry',
  'web/kit',
  'accounts',
  'payments',
  'buying',
  'selling',
  'operations',
  'web/app',
]

/** Rooms that consist of a single domain. In other rooms, every folder is a domain. */
const undividedRooms = new Set(['registry', 'operations', 'web/kit', 'web/app'])

/** The room of a file in `src/`, or undefined for files that assemble the product and for other programs. */
export function roomOf(path: string): string | undefined {
  const folder = /^src\/((?:web\/)?[^/]+)\//.exec(path)?.[1]
  return floors.find((room) => room === folder)
}

/** A file's domain, such as `selling/forms`, or undefined if it has no room or is directly in one. */
export function domainOf(path: string): string | undefined {
  const room = roomOf(path)
  if (room === undefined || undividedRooms.has(room)) return room
  const folder = /^src\/([^/]+\/[^/]+)\//.exec(path)?.[1]
  return folder
}

/** Whether a file is a test, a test helper, or in `e2e/`. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/(?:testing|test-(?!cards)[^/]+|vitest-[^/]+|[^/]+-test-server)\.ts$|^e2e\//.test(
    path,
  )
}

export function isScreen(path: string): boolean {
  return /^src\/(?:web\/|(?:[^/]+\/)+ui\/)/.test(path)
}
