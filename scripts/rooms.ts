// The room and domain of each source file, for the rules about imports.

/**
 * The layers from the ground up: a file imports from its own layer or a lower one, types included. The files that put
 * the product together, such as `src/app.ts`, are on top.
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

/** Rooms that are a single domain; every folder of another room is a domain. */
const undividedRooms = new Set(['registry', 'operations', 'web/kit', 'web/app'])

/** The room of a file below `src/`; undefined for the files that put the product together, and for other programs. */
export function roomOf(path: string): string | undefined {
  const folder = /^src\/((?:web\/)?[^/]+)\//.exec(path)?.[1]
  return floors.find((room) => room === folder)
}

/** The domain of a file, such as `selling/forms`; undefined without a room, or directly in a room. */
export function domainOf(path: string): string | undefined {
  const room = roomOf(path)
  if (room === undefined || undividedRooms.has(room)) return room
  const folder = /^src\/([^/]+\/[^/]+)\//.exec(path)?.[1]
  return folder
}

/** Tests, their helpers, and everything of the browser tests. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/(?:testing|test-(?!cards)[^/]+|vitest-[^/]+|[^/]+-test-server)\.ts$|^e2e\//.test(
    path,
  )
}

export function isScreen(path: string): boolean {
  return /^src\/(?:web\/|(?:[^/]+\/)+ui\/)/.test(path)
}
