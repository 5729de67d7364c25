import { expect, test } from 'vitest'
import { comparePrices } from './prices.ts'

// Proves minor-units.
test('random purchases cost the same in the product, an exact calculation and Stripe’s invoice', () => {
  expect(comparePrices(20, 10_000)).toEqual([])
})
