import { expect, test } from 'vitest'
import { effectOn } from './coupon-effect.ts'

const form = {
  title: 'Watercolor',
  amount: 49,
  currency: 'usd',
  priceType: 'OneTimePrice',
  billingInterval: 1,
  billingPeriod: 'Monthly',
  cancelAfter: 0,
  quantityMin: 1,
  quantityMax: 1,
  tax: null,
} as const
const takes = {
  kind: 'percent',
  percentage: 20,
  amounts: [],
  scope: 'order',
  lasts: 'once',
  cycles: null,
  minimums: [],
} as const

test('the coupon editor shows a crossed-out price only if a discount changes the price', () => {
  const effect = (percentage: number) => effectOn({ ...takes, amounts: [], minimums: [], percentage }, form)
  expect(effect(20)).toEqual({
    kind: 'lower',
    before: '$49.00',
    after: '$39.20',
    lasting: '',
    amount: 3920,
    quantity: 1,
  })
  expect(effect(0)).toMatchObject({ kind: 'same', text: 'No discount.' })
})

test.for([
  [{ lasts: 'once', cycles: null }, {}, 'for the first payment'],
  [{ lasts: 'cycles', cycles: 3 }, {}, 'for the first 3 payments'],
  [{ lasts: 'cycles', cycles: 12 }, { cancelAfter: 12 }, 'for all 12 payments'],
  [{ lasts: 'forever', cycles: null }, { billingPeriod: 'Daily' }, 'for every payment'],
] as const)('a subscription’s coupon shows which payments it discounts: %j', ([lasting, cycle, words]) => {
  const given = { ...takes, ...lasting, amounts: [], minimums: [], percentage: 20 }
  expect(effectOn(given, { ...form, priceType: 'RecurringPrice', ...cycle })).toMatchObject({
    lasting: words,
  })
})

test('a coupon for several payments cannot apply to a weekly price', () => {
  const lasting = { lasts: 'cycles', cycles: 3 } as const
  const given = { ...takes, ...lasting, amounts: [], minimums: [], percentage: 20 }
  const weekly = { ...form, priceType: 'RecurringPrice', billingPeriod: 'Weekly' } as const
  const text: unknown = expect.stringContaining('counts discounts in months')
  expect(effectOn(given, weekly)).toMatchObject({ kind: 'problem', text })
})

test('a coupon’s effect is calculated for the largest quantity and the set-up fee', () => {
  const from = (amount: number) => ({ ...takes, amounts: [], minimums: [{ currency: 'usd', amount }] })
  const several = { ...form, amount: 10, quantityMax: 5 }
  expect(effectOn(from(50), several)).toMatchObject({ before: '$50.00', after: '$40.00', lasting: 'for 5' })
  expect(effectOn(from(50.01), several)).toMatchObject({ kind: 'same', reason: 'minimum' })
  const monthly = { ...form, priceType: 'RecurringPrice', amount: 10, setupAmount: 200 } as const
  expect(effectOn(from(210), monthly)).toMatchObject({ after: '$8.00', lasting: 'for the first payment' })
  const off = { ...takes, kind: 'amount', amounts: [{ currency: 'usd', amount: 9.9 }], minimums: [] } as const
  const given = { ...off, amounts: [...off.amounts], minimums: [] }
  expect(effectOn(given, monthly)).toMatchObject({ kind: 'lower' })
  expect(effectOn({ ...given, lasts: 'forever' }, monthly)).toMatchObject({ reason: 'too-small' })
})
