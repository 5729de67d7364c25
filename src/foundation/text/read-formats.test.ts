import { dayText } from '../time/day-text.ts'
import { plainFormats } from './formats.ts'
import { formatAmount } from '../money/amount.ts'
import { formatsOf, localeOf } from './read-formats.ts'
import { expect, test } from 'vitest'

test.for([
  ['en-US,en;q=0.9', 'en-US'],
  ['de', 'de'],
  ['zh-Hans-CN, en;q=0.5', 'zh-CN'],
  ['de-DE-u-nu-arab', 'de-DE'],
  ['*', null],
  ['xx-YY', null],
  ['<script>', null],
  ['', null],
  [undefined, null],
] as const)('a browser asking for %s gets the formats of %s', ([header, locale]) => {
  expect(localeOf(header)).toBe(locale)
})

test.for([
  [null, 'usd', '$1,234,567.89', '20 Feb 2027'],
  ['en-US', 'usd', '$1,234,567.89', 'Feb 20, 2027'],
  ['en-GB', 'gbp', '£1,234,567.89', '20 Feb 2027'],
  ['de-DE', 'eur', '1.234.567,89\u00a0€', '20 Feb 2027'],
  ['nl', 'eur', '€\u00a01.234.567,89', '20 Feb 2027'],
  ['de-CH', 'chf', 'CHF\u00a01’234’567.89', '20 Feb 2027'],
  ['fr-FR', 'eur', '1\u202f234\u202f567,89\u00a0€', '20 Feb 2027'],
  ['en-IN', 'inr', '₹12,34,56,789', '20 Feb 2027'],
  ['ar-EG', 'usd', '1,234,567.89\u00a0$', '20 Feb 2027'],
  ['ja', 'jpy', '¥123,456,789', '2027 Feb 20'],
] as const)('amounts and dates use the formats of %s', ([locale, currency, amount, day]) => {
  const formats = formatsOf(locale)
  const minor = currency === 'inr' ? 12_345_678_900 : 123_456_789
  expect(formatAmount(minor, currency, formats).replace(/\.00$/, '').replaceAll("'", '’')).toBe(amount)
  expect(dayText(Date.UTC(2027, 1, 20, 23), formats)).toBe(day)
})

test('languages with the same formats share one object', () => {
  expect(formatsOf('en-GB')).toBe(plainFormats)
  expect(formatsOf('de-DE')).toBe(formatsOf('it-IT'))
})
