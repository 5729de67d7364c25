// Checks docs/threats.md against the tests it names.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads a project file, or returns undefined if it does not exist. */
type Read = (path: string) => string | undefined

const readFile: Read = (path) => {
  const file = join(import.meta.dirname, '..', path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** The page's mistakes: lines without a proof that do not say so, and tests that do not exist. */
export function unprovenThreats(page: string, read: Read = readFile): string[] {
  const lines = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:-+|what must hold) +\|/.test(line))
  if (lines.length === 0) return ['the page has no rows']
  return lines.flatMap((line) => {
    const proofs = [...line.matchAll(/`([^`]+)`: ((?:“[^”]+”(?:, )?)+)/g)].flatMap(
      ([, path = '', names = '']) =>
        [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ path, name })),
    )
    if (proofs.length === 0 && !line.includes('**Not proven:**'))
      return [`nothing proves: ${line.slice(2, 90)}`]
    return proofs.flatMap(({ path, name }) => {
      const source = read(path)
      if (source === undefined) return [`${path} does not exist`]
      const found = countTests(source, name)
      if (found === 0) return [`${path} has no test “${name}”`]
      return found === 1 || !name.endsWith('…') ? [] : [`${path} has ${found} tests “${name}”`]
    })
  })
}

/**
 * How many tests have this name, or begin with it if it ends with an ellipsis. Tests that are commented out or skipped
 * do not count.
 */
function countTests(source: string, name: string): number {
  const quoted = name.replace(/…$/, '').replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  const end = name.endsWith('…') ? '' : String.raw`\k<quote>`
  const calls = source.matchAll(new RegExp(`(?<before>\\S*)\\(\\s*(?<quote>['"\`])${quoted}${end}`, 'g'))
  return [...calls].filter((call) => {
    const lineBegins = source.lastIndexOf('\n', call.index) + 1
    const before = source.slice(lineBegins, call.index + (call.groups?.['before'] ?? '').length)
    return !/^\s*(?:\/\/|\/?\*)|\.(?:skip|todo|fixme|fails)$/.test(before)
  }).length
}
