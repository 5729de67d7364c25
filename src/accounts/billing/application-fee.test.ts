import { expect, test } from 'vitest'
import { applicationFeeOf, share } from './application-fee.ts'
import { plans } from './catalogue.ts'

test('no plan charges a platform fee on sales', () => {
  expect(plans.map((plan) => applicationFeeOf(plan, 4900))).toEqual([0, 0, 0])
})

test.each([
  [4900, 150, 74],
  [999, 100, 10],
  [1, 4999, 0],
  [1, 5000, 1],
  [99_999_999, 10_000, 99_999_999],
  [999_999_999_999, 9_999, 999_899_999_999],
  [999_999_999_999, 10_000, 999_999_999_999],
])('a sale of %d at %d basis points has a fee of %d', (total, basisPoints, fee) => {
  expect(share(total, basisPoints)).toBe(fee)
})
