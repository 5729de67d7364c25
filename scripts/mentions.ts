// Counts the files that mention each of the sellers' concepts, because changing a concept means reading all of them.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { domainOf, isTest } from './rooms.ts'
import { root } from './run-tool.ts'

/** The words for each concept, and the domain it belongs to. */
const things = {
  tax: { words: ['tax', 'taxes', 'taxed'], home: 'selling/taxes' },
  bump: { words: ['bump', 'bumps'], home: 'selling/products' },
  timer: { words: ['timer', 'timers'], home: 'selling/timers' },
} as const

type Thing = keyof typeof things

type Mentions = {
  readonly files: readonly string[]
  readonly folders: readonly string[]
  /** The files that mention the concept outside its own domain. */
  readonly abroad: readonly string[]
}

/** The files in `src/`, without tests, that mention a concept in their code, comments or path. */
export function mentionsOf(
  thing: Thing,
  sources: readonly { readonly path: string; readonly text: string }[],
): Mentions {
  const { words, home } = things[thing]
  const files = sources
    .filter(({ path }) => /^src\/.*\.tsx?$/.test(path) && !isTest(path))
    .filter(({ path, text }) => names(`${path} ${text.replaceAll(/'node:[^']*'/g, '')}`, words))
    .map(({ path }) => path)
  return {
    files,
    folders: [...new Set(files.map((path) => domainOf(path) ?? 'src'))],
    abroad: files.filter((path) => domainOf(path) !== home),
  }
}

/** Whether text contains one of the words, as in `taxAmount`, `form_bumps` or `Bumps`, but not `syntax`. */
function names(text: string, words: readonly string[]): boolean {
  const found = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  return found.some((word) => words.includes(word.toLowerCase()))
}

/** One line per concept with the number of files that mention it. */
export async function describeMentions(): Promise<string[]> {
  const sources: { path: string; text: string }[] = []
  // Without a folder in the pattern, the dead-code check would count all of these files as used.
  for await (const path of glob('src/**/*.{ts,tsx}', { cwd: root })) {
    sources.push({ path: path.replaceAll('\\', '/'), text: await readFile(join(root, path), 'utf8') })
  }
  return (['tax', 'bump', 'timer'] as const).map((thing) => {
    const { files, folders, abroad } = mentionsOf(thing, sources)
    return `${thing}: ${files.length} files of ${folders.length} folders, ${abroad.length} of them outside ${things[thing].home}`
  })
}
