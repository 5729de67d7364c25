import { expect, test } from 'vitest'
import { formatAmount } from '#pages/format-amount.ts'

test.each([
  [4999, 'usd', '49.99 USD'],
  [5, 'usd', '0.05 USD'],
  [0, 'eur', '0.00 EUR'],
  [123_456_789, 'usd', '1,234,567.89 USD'],
  [1500, 'jpy', '1,500 JPY'],
  [1500, 'kwd', '1.500 KWD'],
  [500_000, 'isk', '5,000.00 ISK'],
  [17_500, 'huf', '175.00 HUF'],
  [-250, 'usd', '-2.50 USD'],
])('%i minor units in %s show as %s', (amount, currency, shown) => {
  expect(formatAmount(amount, currency)).toBe(shown)
})
