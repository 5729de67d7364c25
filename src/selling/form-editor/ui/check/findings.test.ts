import { expect, test } from 'vitest'
import { newFormValues, type FormValues } from '../editor/form-values.ts'
import type { LoadedItems } from '../editor/loaded-items.ts'
import { findingsOf } from './findings.ts'

const now = Date.UTC(2026, 0, 15, 12)
const product = {
  image: '/pictures/a.webp',
  description: 'Good',
  amount: 20,
  currency: 'usd',
  files: [],
  texts: {},
}
const bump = '01a1f882-85a6-763a-997b-e9385dbf9801'
const euros = '01a1f882-85a6-763a-997b-e9385dbf9802'
const gone = '01a1f882-85a6-763a-997b-e9385dbf9803'
const words = { acceptButtonText: 'Yes', declineButtonText: 'No' }
const tax = { id: bump, title: 'VAT', percentage: 10, inclusive: false, active: true, texts: {} }
const known: LoadedItems = {
  regions: [],
  bumps: [
    { ...product, id: bump, title: 'Workbook' },
    { ...product, id: euros, title: 'Pinsel', currency: 'eur' },
  ],
  offers: [{ ...product, ...words, id: euros, title: 'A lesson', isActive: false }],
  taxes: [tax, { ...tax, id: euros, title: 'Old', active: false }],
  shopTerms: null,
}
const ready: FormValues = {
  ...newFormValues(),
  title: 'Watercolor course',
  description: 'Six weeks',
  video: 'https://youtu.be/dQw4w9WgXcQ',
  amount: 49,
  termsUrl: 'https://example.com/terms',
  bumps: [bump],
  taxId: bump,
}
const timer = { title: 'Early bird', timestamp: now + 1_000, amount: 60, redirectUrl: null }
const closing = { title: 'End', timestamp: now + 2_000, amount: null, redirectUrl: 'https://example.com/' }

const find = (typed: Partial<FormValues>, things: LoadedItems = known) =>
  findingsOf({ values: { ...ready, ...typed }, known: things, coupons: undefined, now })

/** Returns the form's only finding after checking that its fix removes it without causing another. */
function findAndMend(typed: Partial<FormValues>) {
  const [found, ...others] = find(typed)
  expect(others).toEqual([])
  const mend = found?.mend ?? null
  if (found === undefined || mend === null) throw new Error('Nothing was found that can be mended')
  expect(find({ ...typed, ...mend.changes })).toEqual([])
  return { field: found.field, text: found.text, label: mend.label, changes: mend.changes }
}

test('the form check finds nothing wrong with a complete form', () => {
  expect(find({ timers: [timer, closing] })).toEqual([])
})

test('the form check mentions an inactive bump, and can activate it', () => {
  expect(findAndMend({ bumpRules: [{ id: bump, isOn: false }] })).toEqual({
    field: 'bumps',
    text: 'The order bump “Workbook” is inactive on this form, so buyers do not see it.',
    label: 'Activate it',
    changes: { bumpRules: [] },
  })
})

test('the form check mentions a bump that no price shows, and can show it with all', () => {
  expect(findAndMend({ bumpRules: [{ id: bump, priceIds: ['removed'] }] })).toEqual({
    field: 'bumps',
    text: 'The order bump “Workbook” is not shown with any price, so buyers do not see it.',
    label: 'Show it with all prices',
    changes: { bumpRules: [] },
  })
})

test('the form check reports each empty field only once', () => {
  const { title, description, video } = newFormValues()
  expect(find({ title, description, video }).map(({ text }) => text)).toEqual([
    'The title needs at least 10 characters.',
    'Add a description of what buyers get.',
    'Add a picture or a video.',
  ])
})

test.for<[Partial<FormValues>, string]>([
  [
    { bumps: [bump, euros] },
    'The order bump “Pinsel” cannot be used. Its price is in EUR, but this form is in USD.',
  ],
  [{ bumps: [gone] }, 'One order bump no longer exists.'],
  [{ otoSequenceList: [bump, gone] }, 'One bump in the offer sequence no longer exists.'],
  [{ oneTimeOffer: gone }, 'The one-time offer no longer exists.'],
  [{ oneTimeOffer: euros }, 'The one-time offer “A lesson” is inactive, so buyers do not see it.'],
  [{ taxId: euros }, 'The tax “Old” is inactive, so it is not charged.'],
  [{ taxId: gone }, 'The tax no longer exists, so none is charged.'],
])('the form check offers to remove an item that cannot be sold: %o', ([typed, text]) => {
  expect(findAndMend(typed)).toMatchObject({ text, label: 'Remove it' })
})

test('the form check ignores items that are still loading', () => {
  const nothing = {
    bumps: undefined,
    offers: undefined,
    taxes: undefined,
    regions: undefined,
    shopTerms: undefined,
  }
  const typed = { bumps: [gone], oneTimeOffer: gone, otoSequenceList: [gone], taxId: gone, termsUrl: '' }
  expect(find(typed, nothing)).toEqual([])
})

test('a form needs no terms of its own if its shop has terms', () => {
  expect(find({ termsUrl: '' }, { ...known, shopTerms: 'https://example.com/terms' })).toEqual([])
})

test('the form check offers to raise a price below the card minimum', () => {
  expect(findAndMend({ amount: 0.48 })).toEqual({
    field: 'amount',
    text: 'The price, $0.53 with its tax, is below the minimum card payment of $0.50.',
    label: 'Make it $0.50',
    changes: { amount: 0.5 },
  })
  expect(findAndMend({ amount: 0.48, taxId: null }).text).toBe(
    'The price is below the minimum card payment of $0.50.',
  )
  expect(findAndMend({ timers: [{ ...timer, amount: 0.3 }] }).changes).toEqual({
    timers: [{ ...timer, amount: 0.5 }],
  })
})

test('the form check reports suggested amounts below the minimum', () => {
  const open = { isOpen: true, amount: 5, suggestedAmount: 15, presetAmounts: [10, 25] }
  expect(find(open)).toEqual([])
  expect(findAndMend({ ...open, suggestedAmount: 4 })).toMatchObject({
    field: 'suggestedAmount',
    text: 'The suggested $4.00 is below your minimum of $5.00.',
    changes: { suggestedAmount: 5 },
  })
  expect(findAndMend({ ...open, presetAmounts: [2, 10] })).toMatchObject({
    text: 'A button is below your minimum of $5.00.',
    changes: { presetAmounts: [10] },
  })
  expect(find({ ...open, amount: 0, suggestedAmount: null }).map(({ text }) => text)).toEqual([
    'Buyers can pay nothing and see an empty field. Suggest an amount to guide them.',
  ])
  expect(find({ ...open, presetAmounts: [10, 10] }).map(({ field }) => field)).toEqual(['presetAmounts'])
  // Suggested amounts do not apply to subscriptions.
  const recurring = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' } as const
  expect(find({ ...open, ...recurring, suggestedAmount: 4 })).toEqual([])
})

test('the form check offers to remove an ended timer and keep its price', () => {
  const ended = { ...timer, timestamp: now }
  expect(findAndMend({ timers: [ended] })).toMatchObject({
    text: 'The timer “Early bird” has ended: the price has been $60.00 since then.',
    label: 'Make $60.00 the price',
    changes: { amount: 60, timers: [] },
  })
  expect(findAndMend({ timers: [{ ...ended, amount: 0 }] }).text).toContain('has no effect')
  expect(findAndMend({ timers: [{ ...closing, timestamp: now }] }).text).toContain('no one can buy')
})

test('the later of two ended timers sets the price', () => {
  const found = find({
    timers: [
      { ...timer, timestamp: now },
      { ...timer, amount: 70, timestamp: now - 1 },
    ],
  })
  expect(found.map(({ text }) => text)).toEqual([
    'The timer “Early bird” has ended, and a later timer has since changed the price.',
    'The timer “Early bird” has ended: the price has been $60.00 since then.',
  ])
  const changes = found[1]?.mend?.changes
  expect(changes).toMatchObject({ amount: 60, timers: [] })
  expect(find({ ...changes })).toEqual([])
})

test('applying a timer’s price removes only the timers it replaced', () => {
  const [first, own] = [timer, { ...timer, amount: 129, priceId: euros }]
  const ended = [
    { ...first, amount: 70, timestamp: now - 3 },
    { ...closing, amount: 80, timestamp: now - 2 },
    { ...own, timestamp: now - 1 },
    { ...first, timestamp: now },
  ]
  const prices = [{ id: euros, label: 'Team', amount: 99 }]
  const several = { priceId: bump, priceLabel: 'Single', prices, timers: [...ended, timer] }
  const mend = find(several).find((found) => found.mend?.label === 'Make $60.00 the price')?.mend
  expect(mend?.changes).toEqual({
    amount: 60,
    timers: [{ ...closing, amount: 0, timestamp: now - 2 }, ended[2], timer],
  })
})

test('the form check compares a timer only with its own price', () => {
  const team = { id: euros, label: 'Team', amount: 99 }
  const prices = [team]
  const priceId = bump
  const own = { ...timer, amount: 129, priceId: team.id }
  const several = { priceId, priceLabel: 'Single', prices }
  expect(find({ ...several, timers: [timer, own] })).toEqual([])
  expect(findAndMend({ ...several, timers: [{ ...own, timestamp: now }] })).toMatchObject({
    text: 'The timer “Early bird” has ended: the price of “Team” has been $129.00 since then.',
    changes: { prices: [{ ...team, amount: 129 }], timers: [] },
  })
  const ofFirst = { ...timer, title: 'Of the first', priceId }
  expect(findAndMend({ ...several, timers: [timer, ofFirst] }).text).toContain('end at the same time')
  const retired = [{ ...team, state: 'retired' as const }]
  expect(findAndMend({ ...several, prices: retired, timers: [own] })).toMatchObject({
    text: 'The timer “Early bird” has no effect. It is for “Team”, which is not sold.',
    changes: { timers: [] },
  })
  expect(findAndMend({ priceId, timers: [own] }).text).toContain('a deleted price')
})

test('the form check reports contradictory timers', () => {
  const twin = { ...timer, title: 'Twin', amount: 70 }
  expect(findAndMend({ timers: [timer, twin] })).toMatchObject({
    text: 'The timers “Early bird” and “Twin” end at the same time.',
    label: 'Remove “Twin”',
  })
  const late = { ...timer, title: 'Late', timestamp: now + 3_000 }
  expect(findAndMend({ timers: [late, closing] })).toMatchObject({
    text: 'The timer “Late” never runs, because “End” redirects buyers first.',
    changes: { timers: [closing] },
  })
  expect(find({ timers: [closing, { ...closing, title: 'Later', timestamp: now + 3_000 }] })).toEqual([])
})

test('the form check offers to change insecure URLs to https', () => {
  expect(findAndMend({ redirectUrl: 'http://example.com/a' }).changes).toEqual({
    redirectUrl: 'https://example.com/a',
  })
  expect(findAndMend({ timers: [{ ...closing, redirectUrl: 'http://example.com/' }] })).toMatchObject({
    text: 'The redirect URL of “End” is not secure. Use https.',
    changes: { timers: [closing] },
  })
})

test('the form check gives only advice about missing terms', () => {
  expect(find({ termsUrl: ' ' })).toMatchObject([{ field: 'termsUrl', weight: 'advice', mend: null }])
})

test('the form check offers a readable color for an unreadable button', () => {
  expect(findAndMend({ themeColor: '#ffe680' }).changes).toEqual({ buttonTextColor: '#000' })
  expect(findAndMend({ themeColor: '#222', buttonTextColor: '#333' }).changes).toEqual({
    buttonTextColor: '#fff',
  })
})

test.each(['Daily', 'Weekly', 'Monthly', 'Yearly'] as const)(
  'the form check accepts a %s recurring price',
  (billingPeriod) => {
    expect(find({ priceType: 'RecurringPrice', billingPeriod })).toEqual([])
  },
)

test('the form check reports invalid recurring prices', () => {
  const recurring = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', billingInterval: 1 } as const
  expect(find({ ...recurring })).toEqual([])
  expect(findAndMend({ ...recurring, billingInterval: 37 })).toMatchObject({
    text: 'A billing cycle can be up to three years (36 for Monthly).',
    changes: { billingInterval: 36 },
  })
  expect(findAndMend({ ...recurring, cancelAfter: 1 }).changes).toEqual({ priceType: 'OneTimePrice' })
  expect(find({ ...recurring, amount: 0 })).toMatchObject([
    { text: 'A recurring price must be above 0.', mend: null },
  ])
})

test.for<Partial<FormValues>>([
  { quantityMin: 3, quantityMax: 2 },
  { quantityMin: 0, quantityMax: 2 },
  { quantityLabel: 'x'.repeat(61) },
  { stockLimit: Number.NaN },
  { priceType: 'RecurringPrice', setupLabel: 'x'.repeat(61) },
  { priceLabel: 'x'.repeat(61) },
  { currency: 'jpy', bumps: [], taxId: null, prices: [{ label: 'In three', amount: 19.9 }] },
])('the form check reports a form whose save would be rejected: %o', (typed) => {
  expect(find(typed)).not.toEqual([])
})
