import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, currencyOf } from './currencies.ts'
import { taxAmount, taxWithin } from './tax.ts'

/** Amounts in minor units that can be charged, up to Stripe's maximum. */
const amountIn = (currency: string) => {
  const { step, maximum } = currencyOf(currency)
  return fc.integer({ min: 0, max: maximum / step }).map((steps) => steps * step)
}

const percentage = fc
  .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 9999 }))
  .map(([whole, part]) =>
    whole === 100 || part === 0 ? `${whole}` : `${whole}.${`${part}`.padStart(4, '0')}`,
  )

const line = fc.constantFrom(...currencies.map(({ code }) => code)).chain((currency) =>
  fc.record({
    currency: fc.constant(currency),
    amount: amountIn(currency),
    percentage,
    inclusive: fc.boolean(),
  }),
)

/** Whether `tax` is `numerator / denominator` rounded half up to `step`, checked without dividing. */
function isHalfUp(tax: bigint, numerator: bigint, denominator: bigint, step: bigint): boolean {
  const twiceTheError = 2n * (tax * denominator - numerator)
  return twiceTheError <= step * denominator && twiceTheError > -step * denominator
}

test.for([
  [999, '17.5', false, 'usd', { subtotal: 999, taxAmount: 175, total: 1174 }],
  [4998, '19', true, 'eur', { subtotal: 4200, taxAmount: 798, total: 4998 }],
  [60_000, '10', true, 'usd', { subtotal: 54_545, taxAmount: 5455, total: 60_000 }],
  [60_000, '10', false, 'usd', { subtotal: 60_000, taxAmount: 6000, total: 66_000 }],
  [1005, '10', false, 'jpy', { subtotal: 1005, taxAmount: 101, total: 1106 }],
  [100_005, '27', false, 'huf', { subtotal: 100_005, taxAmount: 27_001, total: 127_006 }],
  [12_340, '5', false, 'kwd', { subtotal: 12_340, taxAmount: 620, total: 12_960 }],
  [99_900, '24', false, 'isk', { subtotal: 99_900, taxAmount: 24_000, total: 123_900 }],
  [250_000, '18', true, 'ugx', { subtotal: 211_900, taxAmount: 38_100, total: 250_000 }],
  [5, '10', false, 'usd', { subtotal: 5, taxAmount: 1, total: 6 }],
  [4, '10', false, 'usd', { subtotal: 4, taxAmount: 0, total: 4 }],
  [1000, '0', false, 'usd', { subtotal: 1000, taxAmount: 0, total: 1000 }],
  [1000, '100', true, 'usd', { subtotal: 500, taxAmount: 500, total: 1000 }],
] as const)(
  'the tax on %d minor units at %s %% (inclusive: %s) in %s is exact',
  ([amount, rate, inclusive, currency, taxed]) => {
    expect(taxAmount(amount, { percentage: rate, inclusive }, currency)).toEqual(taxed)
  },
)

test('a line without a tax rate has no tax', () => {
  expect(taxAmount(4900, null, 'usd')).toEqual({ subtotal: 4900, taxAmount: 0, total: 4900 })
})

test('net plus tax equals gross, and the tax is rounded half up', () => {
  fc.assert(
    fc.property(line, ({ currency, amount, percentage: rate, inclusive }) => {
      const taxed = taxAmount(amount, { percentage: rate, inclusive }, currency)
      expect(taxed.subtotal + taxed.taxAmount).toBe(taxed.total)
      expect(inclusive ? taxed.total : taxed.subtotal).toBe(amount)
      const millionths = BigInt(Math.round(Number(rate) * 10_000))
      const numerator = BigInt(amount) * millionths
      const denominator = inclusive ? 1_000_000n + millionths : 1_000_000n
      const step = BigInt(currencyOf(currency).step)
      expect(isHalfUp(BigInt(taxed.taxAmount), numerator, denominator, step)).toBe(true)
      expect(taxed.taxAmount % Number(step)).toBe(0)
    }),
  )
})

test.for(['', '-1', '1.23456', '1e2', '19%', ' 19'])('the percentage "%s" is rejected', (rate) => {
  expect(() => taxAmount(100, { percentage: rate, inclusive: false }, 'usd')).toThrow(RangeError)
})

test.for([-1, 0.5, Number.NaN, 2 ** 53])('the amount %d is rejected', (amount) => {
  expect(() => taxAmount(amount, null, 'usd')).toThrow(RangeError)
})

test.each([
  ['usd', { subtotal: 4083, taxAmount: 817, total: 4900 }, 1000, 167],
  ['usd', { subtotal: 4083, taxAmount: 817, total: 4900 }, 4900, 817],
  ['usd', { subtotal: 4900, taxAmount: 0, total: 4900 }, 1000, 0],
  ['kwd', { subtotal: 1000, taxAmount: 150, total: 1150 }, 100, 10],
  ['isk', { subtotal: 100_000, taxAmount: 24_000, total: 124_000 }, 5_000, 1_000],
  ['usd', { subtotal: 0, taxAmount: 0, total: 0 }, 0, 0],
])('part of a %s amount includes its share of the tax', (currency, whole, part, tax) => {
  expect(taxWithin(part, whole, currency)).toBe(tax)
})
