import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTests, unprovenThreats } from './threats.ts'

test('every threat is proven by a test, and every such test refers to a listed threat', async () => {
  expect(unprovenThreats(readFileSync('docs/threats.md', 'utf8'), await readTests())).toEqual([])
})

const page = '| id | what must hold |\n| --- | --- |\n| `charged-once` | A card is charged once |\n'

test.each([
  ["// Proves charged-once.\ntest('a card', () => {})", []],
  ["  // Proves charged-once.\n  // With both keys.\n  test('a card', () => {})", []],
  ["// Proves charged-once.\ntest.each([1])('%s cards', () => {})", []],
  ["test('a card', () => {})", ['no test proves charged-once']],
  ["// Proves charged-once.\ntest.skip('a card', () => {})", ['no test proves charged-once']],
  ["// Proves charged-once.\n// test('a card', () => {})", ['no test proves charged-once']],
  [
    "// Proves charged-once, refunds.\ntest('a card', () => {})",
    ['src/pay.test.ts proves refunds, which is no row'],
  ],
])('tests that read %j have these mistakes: %j', (text, mistakes) => {
  expect(unprovenThreats(page, [{ path: 'src/pay.test.ts', text }])).toEqual(mistakes)
})

test('a page without rows or with a duplicate row is reported', () => {
  const tests = [{ path: 'src/pay.test.ts', text: "// Proves charged-once.\ntest('a card', () => {})" }]
  expect(unprovenThreats('# Nothing', tests)).toEqual(['the page has no rows'])
  expect(unprovenThreats(`${page}| \`charged-once\` | Again |\n`, tests)).toEqual([
    'two rows are called charged-once',
  ])
})
