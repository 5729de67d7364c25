import { expect, test } from 'vitest'
import { priceText } from './price-text.ts'

const form = {
  amount: 49.9,
  currency: 'usd',
  priceType: 'RecurringPrice',
  billingInterval: 1,
  billingPeriod: 'Monthly',
} as const

test('a one-time price is its amount, whatever its period says', () => {
  expect(priceText({ ...form, priceType: 'OneTimePrice' })).toBe('$49.90')
})

test('a recurring price names its cycle', () => {
  expect(priceText(form)).toBe('$49.90 / month')
  expect(priceText({ ...form, billingInterval: 3, billingPeriod: 'Weekly' })).toBe('$49.90 every 3 weeks')
})
