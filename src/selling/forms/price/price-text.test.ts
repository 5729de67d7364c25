import { expect, test } from 'vitest'
import { priceText } from './price-text.ts'

const form = {
  amount: 49.9,
  currency: 'usd',
  priceType: 'RecurringPrice',
  billingInterval: 1,
  billingPeriod: 'Monthly',
} as const

test('a one-time price is described by its amount without a period', () => {
  expect(priceText({ ...form, priceType: 'OneTimePrice' })).toBe('$49.90')
})

test('a recurring price is described with its billing cycle', () => {
  expect(priceText(form)).toBe('$49.90 / month')
  expect(priceText({ ...form, billingInterval: 3, billingPeriod: 'Weekly' })).toBe('$49.90 every 3 weeks')
})
