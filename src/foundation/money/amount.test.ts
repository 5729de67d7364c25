import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalsOf, formatAmount, parseAmount, toMajor, toMinor } from './amount.ts'
import { currencies, currencyOf } from './currencies.ts'

const priced = fc.constantFrom(...currencies).chain(({ code, step, maximum }) =>
  fc.record({
    currency: fc.constant(code),
    minor: fc.integer({ min: 0, max: maximum / step }).map((steps) => steps * step),
  }),
)

test.for([
  [49.99, 'usd', 4999],
  ['49.9', 'usd', 4990],
  [0.07, 'usd', 7],
  [1.1, 'usd', 110],
  [500, 'jpy', 500],
  [1.23, 'kwd', 1230],
  ['1.230', 'kwd', 1230],
  [175, 'huf', 17_500],
  [990, 'isk', 99_000],
  [5000, 'ugx', 500_000],
  [999_999.99, 'usd', 99_999_999],
] as const)('%s %s is %d minor units', ([major, currency, minor]) => {
  expect(parseAmount(major, currency)).toEqual({ ok: true, minor })
})

test.for([
  [49.999, 'usd', 'too-many-decimals'],
  [1.5, 'jpy', 'too-many-decimals'],
  [1.2345, 'kwd', 'too-many-decimals'],
  [1.125, 'kwd', 'between-steps'],
  [10.5, 'isk', 'too-many-decimals'],
  [10.5, 'ugx', 'too-many-decimals'],
  [-1, 'usd', 'negative'],
  [1_000_000, 'usd', 'too-large'],
  [1e15, 'usd', 'too-large'],
  [1e21, 'jpy', 'too-large'],
  [-1e21, 'usd', 'negative'],
  [1e-7, 'usd', 'too-many-decimals'],
  ['1e3', 'usd', 'not-a-number'],
  [Number.NaN, 'usd', 'not-a-number'],
  [Number.POSITIVE_INFINITY, 'usd', 'not-a-number'],
  ['12,50', 'usd', 'not-a-number'],
  ['', 'usd', 'not-a-number'],
  ['0x10', 'usd', 'not-a-number'],
] as const)('%s %s is rejected: %s', ([major, currency, problem]) => {
  expect(parseAmount(major, currency)).toEqual({ ok: false, problem })
})

test.for([
  [4900, 'usd', '$49.00'],
  [123_456_789, 'usd', '$1,234,567.89'],
  [5, 'usd', '$0.05'],
  [0, 'eur', '€0.00'],
  [1_234_567, 'jpy', '¥1,234,567'],
  [12_340, 'kwd', 'KD\u00A012.340'],
  [17_550, 'huf', 'Ft\u00A0175.50'],
  [99_000, 'isk', 'kr\u00A0990'],
  [500_000, 'ugx', 'USh\u00A05,000'],
  [-150, 'usd', '−$1.50'],
] as const)('%d minor units of %s are shown as %s', ([minor, currency, text]) => {
  expect(formatAmount(minor, currency)).toBe(text)
})

// Proves minor-units.
test('every chargeable amount converts to major units and back in every currency', () => {
  fc.assert(
    fc.property(priced, ({ currency, minor }) => {
      expect(toMinor(toMajor(minor, currency), currency)).toBe(minor)
    }),
  )
})

test('every formatted amount parses back to the same amount in every currency', () => {
  fc.assert(
    fc.property(priced, ({ currency, minor }) => {
      const { symbol } = currencyOf(currency)
      const digits = formatAmount(minor, currency)
        .slice(symbol.length)
        .replaceAll(/[\u00A0,]/g, '')
      expect(parseAmount(digits, currency)).toEqual({ ok: true, minor })
      expect(digits.split('.')[1]?.length ?? 0).toBe(decimalsOf(currency))
    }),
  )
})

test('converting an invalid amount throws', () => {
  expect(() => toMinor(1.234, 'usd')).toThrow('too-many-decimals')
  expect(() => formatAmount(0.5, 'usd')).toThrow(RangeError)
})
