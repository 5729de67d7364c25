import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unprovenThreats } from './threats.ts'

test('every threat names the tests that prove it or says that none exist', () => {
  expect(unprovenThreats(readFileSync('docs/threats.md', 'utf8'))).toEqual([])
})

const read = (path: string) =>
  path === 'src/pay.test.ts'
    ? "test('a card is charged once', () => {})\ntest('a card is declined', () => {})\ntest.skip('a price holds', () => {})\ntest.each([1])('%s is a number', () => {})\n  // test('a refund is made once', () => {})"
    : undefined

test.each([
  ['| charged once | `src/pay.test.ts`: “a card is charged once” |', []],
  ['| numbers | `src/pay.test.ts`: “%s is a number” |', []],
  ['| a beginning | `src/pay.test.ts`: “a card is charged…” |', []],
  ['| two beginnings | `src/pay.test.ts`: “a card is…” |', ['src/pay.test.ts has 2 tests “a card is…”']],
  [
    '| two of a file | `src/pay.test.ts`: “a card is charged once”, “a card is kept” |',
    ['src/pay.test.ts has no test “a card is kept”'],
  ],
  ['| by the moon | **Not proven:** untested |', []],
  ['| by the moon | somehow |', ['nothing proves: by the moon | somehow |']],
  [
    '| renamed | `src/pay.test.ts`: “a card is charged” |',
    ['src/pay.test.ts has no test “a card is charged”'],
  ],
  ['| left out | `src/pay.test.ts`: “a price holds” |', ['src/pay.test.ts has no test “a price holds”']],
  [
    '| a comment | `src/pay.test.ts`: “a refund is made once” |',
    ['src/pay.test.ts has no test “a refund is made once”'],
  ],
  ['| gone | `src/gone.test.ts`: “a card is charged once” |', ['src/gone.test.ts does not exist']],
  ['# Nothing', ['the page has no rows']],
])('the line %j has these mistakes: %j', (line, said) => {
  expect(unprovenThreats(`| what must hold | proven by |\n| --- | --- |\n${line}\n`, read)).toEqual(said)
})
