// Measures how far a thing of a seller has spread: the files and folders that mention it must be read to change it.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { domainOf, isTest } from './rooms.ts'
import { root } from './run-tool.ts'

/** The words that name each thing, and its home domain. */
const things = {
  tax: { words: ['tax', 'taxes', 'taxed'], home: 'selling/taxes' },
  bump: { words: ['bump', 'bumps'], home: 'selling/products' },
  timer: { words: ['timer', 'timers'], home: 'selling/timers' },
} as const

type Thing = keyof typeof things

type Mentions = {
  readonly files: readonly string[]
  readonly folders: readonly string[]
  /** The files outside its home. */
  readonly abroad: readonly string[]
}

/** The source files of `src/`, without tests, that name a thing: in their code, their comments or their path. */
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

/** `taxAmount`, `form_bumps` and `Bumps` name a thing; `syntax` does not. */
function names(text: string, words: readonly string[]): boolean {
  const found = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  return found.some((word) => words.includes(word.toLowerCase()))
}

/** A line for each thing that says how far it has spread. */
export async function describeMentions(): Promise<string[]> {
  const sources: { path: string; text: string }[] = []
  // Without a folder, the check for dead code would take all of them for programs.
  for await (const path of glob('src/**/*.{ts,tsx}', { cwd: root })) {
    sources.push({ path: path.replaceAll('\\', '/'), text: await readFile(join(root, path), 'utf8') })
  }
  return (['tax', 'bump', 'timer'] as const).map((thing) => {
    const { files, folders, abroad } = mentionsOf(thing, sources)
    return `${thing}: ${files.length} files of ${folders.length} folders, ${abroad.length} of them outside ${things[thing].home}`
  })
}
