import { expect, test } from 'vitest'
import { movedTo } from '#foundation/values/moved-to.ts'
import { noTerms } from '#payments/pricing/recurrence.ts'
import { newFormValues } from '../editor/form-values.ts'
import {
  canSwap,
  changedAt,
  offeredIn,
  openedWith,
  pricesOf,
  valuesOfPrices,
  withCopy,
} from './arrange-prices.ts'
import { pairOf } from './price-choices.tsx'
import { choiceSentence, priceText } from './price-sentence.ts'

const once = {
  ...newFormValues(),
  priceId: 'once',
  priceLabel: 'At once',
  amount: 49,
  priceTexts: { de: { label: 'Sofort', setupLabel: '' } },
}
const three = {
  id: 'three',
  label: 'In 3 payments',
  amount: 17,
  priceType: 'RecurringPrice',
  billingInterval: 1,
  billingPeriod: 'Monthly',
  cancelAfter: 3,
  ...offeredIn({}),
  ...noTerms,
  state: 'listed',
  isDefault: false,
  texts: { de: { label: 'In 3 Raten', setupLabel: '' } },
} as const
const hidden = { ...three, id: 'hidden', label: 'Founders', state: 'hidden' } as const
const prices = pricesOf({ ...once, prices: [three, hidden] })
const labelsOf = (list: ReturnType<typeof pricesOf>) => list.map(({ label }) => label)

test('the form’s own price is listed first', () => {
  expect(labelsOf(prices)).toEqual(['At once', 'In 3 payments', 'Founders'])
  expect(prices.map(({ isDefault }) => isDefault)).toEqual([true, false, false])
})

test('unchanged prices result in unchanged form values', () => {
  expect(valuesOfPrices(prices)).toEqual({
    priceId: 'once',
    priceLabel: 'At once',
    amount: 49,
    priceType: 'OneTimePrice',
    billingInterval: 1,
    billingPeriod: 'Daily',
    cancelAfter: 0,
    isOpen: false,
    suggestedAmount: null,
    presetAmounts: [],
    ...noTerms,
    priceTexts: { de: { label: 'Sofort', setupLabel: '' } },
    prices: [three, hidden],
  })
})

test('another price can become the first with all its fields, but a hidden price cannot', () => {
  expect(valuesOfPrices(movedTo(prices, 0, 1))).toMatchObject({
    priceId: 'three',
    priceLabel: 'In 3 payments',
    amount: 17,
    cancelAfter: 3,
    priceTexts: three.texts,
    prices: [{ id: 'once', amount: 49, isDefault: true }, { id: 'hidden' }],
  })
  expect([canSwap(prices, -1), canSwap(prices, 0), canSwap(prices, 1), canSwap(prices, 2)]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(canSwap(changedAt(prices, 1, { state: 'retired' }), 0)).toBe(false)
})

test('the next visible price replaces a retired first price', () => {
  const retired = changedAt(prices, 0, { state: 'retired', isDefault: false })
  expect(valuesOfPrices(retired)).toMatchObject({
    priceId: 'three',
    prices: [{ id: 'once', state: 'retired' }, { id: 'hidden' }],
  })
  expect(valuesOfPrices(changedAt(retired, 1, { state: 'hidden' }))).toBeNull()
})

test('exactly one visible price is the default', () => {
  const opened = openedWith(prices, 1)
  expect(opened.map(({ isDefault }) => isDefault)).toEqual([false, true, false])
  const values = valuesOfPrices(changedAt(opened, 1, { state: 'hidden' }))
  expect(values?.prices.map(({ isDefault }) => isDefault)).toEqual([false, false])
})

test('a copied price is new and follows the original', () => {
  const copied = withCopy(prices, 0)
  expect(labelsOf(copied)).toEqual(['At once', 'At once (copy)', 'In 3 payments', 'Founders'])
  expect(copied[1]).toMatchObject({ id: null, amount: 49, isDefault: false })
})

test.for([
  [
    { amount: 49 },
    'Add a payment plan: 3 × $16.34 ($49.02 total)',
    { amount: 16.34, cancelAfter: 3, billingPeriod: 'Monthly' },
  ],
  [{ amount: 48 }, 'Add a payment plan: 3 × $16.00 ($48.00 total)', { amount: 16 }],
  [
    { amount: 12, priceType: 'RecurringPrice', billingPeriod: 'Monthly' },
    'Add a yearly price: $120.00 (2 months free)',
    { amount: 120, billingPeriod: 'Yearly', label: 'Yearly', cancelAfter: 0 },
  ],
  [
    { amount: 99, priceType: 'RecurringPrice', billingPeriod: 'Yearly' },
    'Add a monthly price: $9.90',
    { amount: 9.9, billingPeriod: 'Monthly' },
  ],
] as const)('for %j the editor suggests a second price: %s', ([fields, offer, second]) => {
  const [first] = pricesOf({ ...once, ...fields })
  const pair = first === undefined ? null : pairOf(first, 'usd')
  expect(pair).toMatchObject({ offer, second: { ...second, id: null, state: 'listed' } })
})

test.for([
  { amount: 0 },
  { amount: 1 },
  { amount: Number.NaN },
  { amount: 12, priceType: 'RecurringPrice', billingPeriod: 'Monthly', cancelAfter: 3 },
  { amount: 12, priceType: 'RecurringPrice', billingPeriod: 'Weekly' },
] as const)('for %j the editor suggests no second price', (fields) => {
  const [first] = pricesOf({ ...once, ...fields })
  expect(first && pairOf(first, 'usd')).toBeNull()
})

test('installments in a currency without cents are whole amounts', () => {
  const [first] = pricesOf({ ...once, amount: 1000 })
  expect(first && pairOf(first, 'jpy')?.second.amount).toBe(334)
})

test('a pay-what-you-want price is described in words and gets no suggested second price', () => {
  const read = (fields: object) => {
    const [price] = pricesOf({ ...once, ...fields, isOpen: true })
    return price && [priceText(price, 'usd', 0), pairOf(price, 'usd')]
  }
  expect(read({ amount: 0 })).toEqual(['Pay what you want, or nothing', null])
  expect(read({ amount: 5, suggestedAmount: 15 })).toEqual([
    'Pay what you want, $5.00 or more; $15.00 is suggested',
    null,
  ])
  expect(read({ amount: 5, suggestedAmount: 15, presetAmounts: [10, null, 25] })).toEqual([
    'Pay what you want, $5.00 or more; $15.00 is suggested, and buttons offer $10.00 and $25.00',
    null,
  ])
})

test('a sentence summarizes the buyer’s choice of prices', () => {
  expect(choiceSentence(prices, 'usd')).toBe(
    'Buyers choose between “At once” and “In 3 payments”; “At once” is selected by default. One more is for people with the link.',
  )
  expect(choiceSentence(changedAt(prices, 1, { state: 'retired' }), 'usd')).toBe(
    'Buyers see one price, “At once”. One more is for people with the link.',
  )
  expect(prices.map((price) => priceText(price, 'usd', Date.UTC(2026, 10, 20)))).toEqual([
    '$49.00 once',
    '$17.00 every month, 3 payments in total; ends automatically on 20 Feb 2027',
    '$17.00 every month, 3 payments in total; ends automatically on 20 Feb 2027',
  ])
})
