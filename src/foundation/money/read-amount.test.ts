import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalsOf, formatDigits, toMajor } from './amount.ts'
import { currencies } from './currencies.ts'
import { readAmount, shownAmount } from './read-amount.ts'

test.for([
  ['49.90', 'usd', 49.9],
  ['49,90', 'usd', 49.9],
  ['49,9', 'usd', 49.9],
  [' 7 ', 'usd', 7],
  ['.5', 'usd', 0.5],
  [',5', 'usd', 0.5],
  ['7.', 'usd', 7],
  ['-1', 'usd', -1],
  ['0,500', 'usd', 0.5],
  ['0.500', 'usd', 0.5],
  ['1500', 'usd', 1500],
  ['1,500', 'usd', 1500],
  ['1,234.50', 'usd', 1234.5],
  ['1,234.', 'usd', 1234],
  ['1.234,50', 'eur', 1234.5],
  ['1.234.567', 'eur', 1_234_567],
  ['1 000', 'eur', 1000],
  ['1\u00a0000,5', 'eur', 1000.5],
  ['1\u202f234\u202f567,89', 'eur', 1_234_567.89],
  ["1'000.50", 'chf', 1000.5],
  ['1’000', 'chf', 1000],
  ['1,23,456.78', 'inr', 123_456.78],
  ['12,34,567', 'inr', 1_234_567],
  ['1,500', 'jpy', 1500],
  ['1.500', 'jpy', 1500],
  ['1.500', 'kwd', 1.5],
  ['1,5', 'kwd', 1.5],
  ['1.234,500', 'kwd', 1234.5],
  ['1,234.500', 'kwd', 1234.5],
  ['', 'usd', null],
] as const)('%j in %s is %d', ([typed, currency, major]) => {
  expect(readAmount(typed, currency)).toEqual({ major, problem: null })
})

test.for([
  ['1.500', 'usd', 'This can mean two amounts: write 1500 or 1.50'],
  ['12.345', 'usd', 'This can mean two amounts: write 12345 or 12.34'],
  ['1,500', 'kwd', 'This can mean two amounts: write 1500 or 1.500'],
] as const)('what can be read in two ways is not guessed: %j in %s', ([typed, currency, problem]) => {
  expect(readAmount(typed, currency)).toEqual({ major: null, problem })
})

test.for(['ten', '1e5', '1,2,3', '1,50.00', '10 00', '1 0000', '1.234,567.89', '- ', ',', '$5', '1..5'])(
  '%j is no amount',
  (typed) => {
    expect(readAmount(typed, 'usd')).toEqual({ major: null, problem: 'This field must be a number' })
  },
)

test('every amount is read as it is shown, and as a program writes it', () => {
  const priced = fc.constantFrom(...currencies).chain(({ code, step, maximum }) =>
    fc.record({
      currency: fc.constant(code),
      minor: fc.integer({ min: 0, max: maximum / step }).map((steps) => steps * step),
    }),
  )
  fc.assert(
    fc.property(priced, ({ currency, minor }) => {
      const major = toMajor(minor, currency)
      expect(readAmount(formatDigits(minor, currency), currency).major).toBe(major)
      // Three decimals are written in currencies that have them.
      if (decimalsOf(currency) < 3) expect(readAmount(String(major), currency).major).toBe(major)
    }),
  )
})

test('what was not typed as a plain number is shown as it was understood', () => {
  expect(shownAmount('1,500', 'usd')).toBe('1,500.00')
  expect(shownAmount('1.234,5', 'eur')).toBe('1,234.50')
  expect(shownAmount('1 000', 'jpy')).toBe('1,000')
  expect(shownAmount('49,9', 'usd')).toBe('49.90')
  expect(shownAmount('49.9', 'usd')).toBe('49.9')
  expect(shownAmount('1.500', 'usd')).toBe('1.500')
  expect(shownAmount('ten', 'usd')).toBe('ten')
})
