// Holds docs/threats.md against the tests that it names.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads a file of the project; undefined where there is none. */
type Read = (path: string) => string | undefined

const readFile: Read = (path) => {
  const file = join(import.meta.dirname, '..', path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** What of the page is not so: lines without a proof that do not say so, and tests that are not there. */
export function unprovenThreats(page: string, read: Read = readFile): string[] {
  const lines = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:-+|what must hold) +\|/.test(line))
  if (lines.length === 0) return ['the page has no lines']
  return lines.flatMap((line) => {
    const proofs = [...line.matchAll(/`([^`]+)`: “([^”]+)”/g)]
    if (proofs.length === 0 && !line.includes('**Not proven:**'))
      return [`nothing proves: ${line.slice(2, 90)}`]
    return proofs.flatMap(([, path = '', name = '']) => {
      const source = read(path)
      if (source === undefined) return [`${path} is not there`]
      return isTest(source, name) ? [] : [`${path} has no test “${name}”`]
    })
  })
}

/** A test is called by its name, in code that is not turned into a comment, and is not left out. */
function isTest(source: string, name: string): boolean {
  const quoted = name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  const calls = source.matchAll(new RegExp(`(?<before>\\S*)\\(\\s*(?<quote>['"\`])${quoted}\\k<quote>`, 'g'))
  return [...calls].some((call) => {
    const lineBegins = source.lastIndexOf('\n', call.index) + 1
    const before = source.slice(lineBegins, call.index + (call.groups?.['before'] ?? '').length)
    return !/^\s*(?:\/\/|\/?\*)|\.(?:skip|todo|fixme|fails)$/.test(before)
  })
}
