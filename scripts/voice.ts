// Counts the constructions that docs/voice.md rules out. Limits are only ever lowered.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './run-tool.ts'

type Habit = { readonly name: string; readonly limit: number; readonly pattern: RegExp }

/** Where a sentence can begin: at a line of prose, a comment, a string or a JSX text, or after another sentence. */
const opening = String.raw`(?:^\s*(?:\/\/|\/?\*+)?\s*|['"\`>]\s?|[.:;!?] )`

const habits: readonly Habit[] = [
  {
    name: '"cannot" and "no longer" written otherwise',
    limit: 0,
    pattern: /\bcan not\b|\bcan['’]t\b|\b(?:is|are|can|cannot|not)\b[^.;:]{0,40} any ?more\b/gi,
  },
  {
    name: 'headless "Who"',
    limit: 0,
    pattern: new RegExp(String.raw`${opening}Who(?:ever|m|se)?\s(?![^'"\`.]*\?)[a-z]`, 'gm'),
  },
  { name: '"is told"', limit: 9, pattern: /\b(?:is|are|was|were|be|been) told\b/gi },
  { name: '"somebody" and "nobody"', limit: 52, pattern: /\b(?:some|no)body\b/gi },
  { name: '"stand" for "be"', limit: 1, pattern: /\bstands?\b(?![- ]?(?:in\b|for\b|alone|by\b))/gi },
  { name: '"once more"', limit: 0, pattern: /\bonce more\b/gi },
  { name: '"in place of"', limit: 0, pattern: /\bin place of\b/gi },
  {
    name: 'a sentence that opens with "Meanwhile"',
    limit: 0,
    pattern: new RegExp(String.raw`${opening}Meanwhile\b`, 'gm'),
  },
  { name: '"beside" for "besides"', limit: 11, pattern: /\bbeside\b/gi },
]

/** Files that quote the constructions. */
const exempt = /^(?:docs\/voice\.md|scripts\/voice(?:\.test)?\.ts)$/

export type Written = { readonly path: string; readonly text: string }

/** Everything the repository says in sources, tests and docs. */
export async function readWritten(): Promise<Written[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 2 ** 26 })
  const paths = stdout
    .split('\0')
    .filter((path) => /\.(?:[mc]?tsx?|mjs|md|html|css)$/.test(path) && !exempt.test(path))
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
}

export type Count = { readonly name: string; readonly limit: number; readonly places: readonly string[] }

/** Each construction with its places as `path:line: text`. */
export function countHabits(written: readonly Written[]): Count[] {
  return habits.map(({ name, limit, pattern }) => ({
    name,
    limit,
    places: written.flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].map(({ index }) => `${path}:${describeLine(text, index)}`),
    ),
  }))
}

function describeLine(text: string, index: number): string {
  const before = text.slice(0, index + 1).split('\n')
  return `${before.length}: ${text.split('\n')[before.length - 1]?.trim() ?? ''}`
}
