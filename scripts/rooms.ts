// Which room and domain a source file stands in, for the rules about what may know what.

/**
 * The house from the ground up: a file imports from its own floor or from one below, types included. On top of these
 * stand the files that put the product together, such as `src/app.ts`.
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

/** Rooms that are one domain by themselves; every folder of another room is a domain. */
const undividedRooms = new Set(['registry', 'operations', 'web/kit', 'web/app'])

/** The room of a file below `src/`; undefined for the files that put the product together, and for other programs. */
export function roomOf(path: string): string | undefined {
  const folder = /^src\/((?:web\/)?[^/]+)\//.exec(path)?.[1]
  return floors.find((room) => room === folder)
}

/** The domain of a file, such as `selling/forms`; undefined where it has no room, or stands in a room itself. */
export function domainOf(path: string): string | undefined {
  const room = roomOf(path)
  if (room === undefined || undividedRooms.has(room)) return room
  const folder = /^src\/([^/]+\/[^/]+)\//.exec(path)?.[1]
  return folder
}

/** Tests, what they stand on, and everything of the browser tests. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/(?:testing|test-(?!cards)[^/]+|vitest-[^/]+|[^/]+-test-server)\.ts$|^e2e\//.test(
    path,
  )
}

export function isScreen(path: string): boolean {
  return /^src\/(?:web\/|(?:[^/]+\/)+ui\/)/.test(path)
}
