import { expect, test } from 'vitest'
import { comparePrices } from './prices.ts'

/** `CARTS=1000000` compares a million, in about two minutes. */
const carts = Number(process.env['CARTS'] ?? 10_000)

// Proves minor-units.
test(
  'random purchases cost the same in the product, an exact calculation and Stripe’s invoice',
  { timeout: 30_000 + carts },
  () => {
    expect(comparePrices(20, carts)).toEqual([])
  },
)
