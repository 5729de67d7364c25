import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const written = ['src', 'e2e', 'faults', 'bench', 'sandbox', 'docs', 'README.md', 'SECURITY.md']
// What a native would not write, on a screen, in a comment or in the docs. "So many more" is meant now and then.
const refused = /\bcan not\b|\bcan['’]t\b|\b(?:is|are|can|cannot|not)\b[^.;:]{0,40} any ?more\b/i

test('texts, comments and docs say "cannot" and "no longer"', () => {
  const files = execFileSync('git', ['ls-files', '-z', ...written], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => /\.(?:tsx?|md|html)$/.test(file))
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (refused.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
