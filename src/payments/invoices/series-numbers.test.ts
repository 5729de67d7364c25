import { expect, test } from 'vitest'
import { markOf, mayCollide, numberAt, prefixOf } from './series-numbers.ts'

test.each([
  ['{YYYY}-', 5, 7, '2026-00007'],
  ['RE{YY}/', 3, 12, 'RE26/012'],
  ['', 1, 1_000, '1000'],
  ['A-', 2, 12_345, 'A-12345'],
])('a series of %s with %i digits has %i as its number %s', (pattern, digits, at, number) => {
  expect(numberAt({ prefix: prefixOf(pattern, 2026), digits }, at)).toBe(number)
})

test('invoice numbers after a restore differ from those before it, and from those of another restore', () => {
  const [first, second] = [new Date('2026-11-29T12:00:00Z'), new Date('2026-11-29T12:01:00Z')]
  expect(prefixOf('{YYYY}-', 2026, markOf(first))).toMatch(/^2026-R[0-9A-Z]{5}-$/)
  expect(markOf(first)).not.toBe(markOf(second))
})

test.each([
  ['20', '2026', true],
  ['', '2026', true],
  ['2026-', '2026', false],
  ['A-', 'B-', false],
  ['A-', 'A-', false],
])('series %j and %j can have the same number: %s', (one, other, may) => {
  expect([mayCollide(one, other), mayCollide(other, one)]).toEqual([may, may])
})
