import { expect, test } from 'vitest'
import { comparePrices } from './prices.ts'

test('random purchases cost what an exact calculation and the provider’s invoice say', () => {
  expect(comparePrices(20, 10_000)).toEqual([])
})
