import { expect, test } from 'vitest'
import { couponSentence } from './coupon-sentence.ts'

const spring = {
  kind: 'percent',
  percentage: 20,
  amounts: [],
  scope: 'order',
  lasts: 'once',
  cycles: null,
  minimums: [],
  startsAt: null,
  endsAt: null,
  zone: 'America/Chicago',
  maxRedemptions: null,
  maxPerBuyer: null,
  forms: null,
} as const

test.for([
  [{}, '20% off the whole order'],
  [{ lasts: 'forever' }, '20% off the whole order, on every recurring payment'],
  [{ lasts: 'cycles', cycles: 3 }, '20% off the whole order, on the first 3 recurring payments'],
  [{ maxRedemptions: 1, maxPerBuyer: 2 }, '20% off the whole order, once total, up to twice per buyer'],
  // The percentage is still being typed.
  [{ percentage: 0 }, 'nothing off the whole order'],
  [{ percentage: 12.5, scope: 'form', forms: ['Watercolor'] }, '12.5% off the form’s price on “Watercolor”'],
  [
    {
      endsAt: '2026-12-01T05:59:00.000Z',
      maxRedemptions: 100,
      maxPerBuyer: 1,
    },
    '20% off the whole order, until Nov 30, 2026, 11:59 PM in Chicago, up to 100 times total, once per buyer',
  ],
  [
    {
      kind: 'amount',
      percentage: null,
      amounts: [
        { currency: 'usd', amount: 10 },
        { currency: 'jpy', amount: 1500 },
      ],
      minimums: [{ currency: 'usd', amount: 49.5 }],
      scope: 'bumps',
      forms: ['One', 'Two', 'Three'],
    },
    '$10.00 or ¥1,500 off the order bumps on 3 forms, for orders from $49.50',
  ],
  [
    { startsAt: '2026-11-27T00:00:00.000Z', zone: 'UTC', maxRedemptions: 1000 },
    '20% off the whole order, from Nov 27, 2026, 12:00 AM UTC, up to 1,000 times total',
  ],
] as const)('the coupon %j is described as: %s', ([fields, sentence]) => {
  expect(couponSentence({ ...spring, ...fields }).replaceAll('\u202f', ' ')).toBe(sentence)
})
