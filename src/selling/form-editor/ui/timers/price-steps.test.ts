import { expect, test } from 'vitest'
import { priceSteps } from './price-steps.ts'

const day = 86_400_000
const now = Date.UTC(2036, 0, 1)
const at = (days: number, fields: { amount?: number; redirectUrl?: string; priceId?: string }) => ({
  title: 'A timer',
  timestamp: now + days * day,
  timezone: null,
  amount: null,
  redirectUrl: null,
  priceId: null,
  texts: {},
  ...fields,
})

const price = {
  amount: 29,
  priceType: 'OneTimePrice' as const,
  billingInterval: 1,
  billingPeriod: 'Daily' as const,
  cancelAfter: 0,
  trialDays: 0,
  trialAmount: 0,
  setupAmount: 0,
  setupLabel: '',
  payoffDiscount: 0,
  isOpen: false,
  suggestedAmount: null,
  presetAmounts: [],
}
const form = { ...price, id: 'form', priceId: 'one', priceLabel: 'For one', currency: 'usd', prices: [] }
const team = {
  ...price,
  id: 'team',
  label: 'For teams',
  amount: 99,
  state: 'listed',
  isDefault: false,
  texts: {},
} as const

test('a price is charted from now until the end of the sale', () => {
  const timers = [
    at(-1, { amount: 35 }),
    at(3, { amount: 39 }),
    at(5, { amount: 39 }),
    at(9, { redirectUrl: 'https://example.com' }),
  ]

  expect(priceSteps({ ...form, timers }, now)).toEqual([
    {
      id: 'one',
      name: 'For one',
      steps: [
        { from: now, amount: 35 },
        { from: now + 3 * day, amount: 39 },
        { from: now + 9 * day, amount: null },
      ],
    },
  ])
})

test('only prices that a timer will change are charted', () => {
  const timers = [at(-1, { amount: 35 }), at(3, { amount: 79, priceId: 'team' })]

  expect(priceSteps({ ...form, prices: [team], timers }, now)).toMatchObject([
    { name: 'For teams', steps: [{ amount: 99 }, { amount: 79 }] },
  ])
})
