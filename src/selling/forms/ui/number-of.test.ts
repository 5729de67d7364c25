import { expect, test } from 'vitest'
import { formFields } from '../form-fields.ts'
import { countOf, numberOf } from './number-of.ts'

test.each([
  ['49.90', 49.9],
  ['49,90', 49.9],
  [' 7 ', 7],
  ['.5', 0.5],
  ['-1', -1],
  ['', null],
  [null, null],
  [12, 12],
  ['1e5', Number.NaN],
  ['1,000.00', Number.NaN],
  ['ten', Number.NaN],
])('%j is %d', (typed, amount) => {
  expect(numberOf(typed)).toBe(amount)
})

test('a limited number that is emptied is not one without a limit', () => {
  const { stockLimit } = formFields.shape
  expect(stockLimit.safeParse(countOf('')).success).toBe(false)
  expect(stockLimit.parse(countOf('50'))).toBe(50)
  // The form library asks for what its switch puts there as well.
  expect(stockLimit.parse(countOf(null))).toBeNull()
})
