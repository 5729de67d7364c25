// Compares docs/threats.md with the tests that have `// Proves ID.` above them.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './run-tool.ts'

type Test = { readonly path: string; readonly text: string }

/** Every file with unit, API or browser tests. */
export async function readTests(): Promise<Test[]> {
  const tests: Test[] = []
  for await (const found of glob(
    '{src,sandbox,migrations,scripts,e2e,bench,faults}/**/*.{test,spec}.{ts,tsx}',
    {
      cwd: root,
    },
  ))
    tests.push({ path: found.replaceAll('\\', '/'), text: await readFile(join(root, found), 'utf8') })
  return tests
}

/**
 * The mistakes in docs/threats.md: threats that no test proves, duplicate ids, and tests that prove an unknown
 * threat.
 */
export function unprovenThreats(page: string, tests: readonly Test[]): string[] {
  const ids = [...page.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, id = '']) => id)
  if (ids.length === 0) return ['the page has no rows']
  const proven = tests.flatMap(({ path, text }) => provenIn(text).map((id) => ({ path, id })))
  return [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two rows are called ${id}`),
    ...ids.filter((id) => !proven.some((proof) => proof.id === id)).map((id) => `no test proves ${id}`),
    ...proven
      .filter(({ id }) => !ids.includes(id))
      .map(({ path, id }) => `${path} proves ${id}, which is no row`),
  ]
}

/** The threats proven by a file's tests. Tests that are commented out or skipped prove nothing. */
function provenIn(text: string): string[] {
  const marks = text.matchAll(/^ *\/\/ Proves (?<ids>[a-z\d, -]+)\.\n(?: *\/\/.*\n)*(?<next>.*)/gm)
  return [...marks].flatMap(({ groups }) =>
    /^\s*(?:\w+)(?:\.(?!skip|todo|fixme|fails)\w+)*\(/.test(groups?.['next'] ?? '')
      ? (groups?.['ids'] ?? '').split(', ')
      : [],
  )
}
