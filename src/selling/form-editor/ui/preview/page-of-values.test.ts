import { expect, test } from 'vitest'
import { newFormValues, type FormValues } from '../editor/form-values.ts'
import type { LoadedItems } from '../editor/loaded-items.ts'
import { firstGoodValues, goodValuesOf } from './good-values.ts'
import { offersOfValues, pageOfValues, type Draft } from './page-of-values.ts'

const now = Date.UTC(2026, 0, 15, 12)
const product = { image: '/pictures/a.webp', description: 'Good', currency: 'usd', files: [], texts: {} }
const known = {
  bumps: [
    { ...product, id: 'b1', title: 'Workbook', amount: 9.9 },
    { ...product, id: 'b2', title: 'Brushes', amount: 20 },
    { ...product, id: 'b3', title: 'Pinsel', amount: 20, currency: 'eur' },
  ],
  offers: [
    { ...product, id: 'o1', title: 'A lesson', amount: 79, acceptButtonText: 'Yes', declineButtonText: 'No' },
    { ...product, id: 'o2', title: 'Gone', amount: 79, acceptButtonText: 'Yes', declineButtonText: 'No' },
  ].map((offer) => ({ ...offer, isActive: offer.id === 'o1' })),
  taxes: [
    { id: 't1', title: 'VAT', percentage: 10, inclusive: false, active: true, texts: {} },
    { id: 't2', title: 'Old', percentage: 10, inclusive: false, active: false, texts: {} },
  ],
  regions: [],
  shopTerms: null,
} as const satisfies LoadedItems

const shop = {
  name: 'Ada',
  logo: null,
  font: 'serif',
  country: null,
  termsUrl: null,
  contactEmail: null,
  website: null,
} as const

function draftOf(typed: Partial<FormValues>, before: Partial<FormValues> = {}): Draft {
  const earlier = goodValuesOf({ ...newFormValues(), ...before }, firstGoodValues())
  const values = { ...newFormValues(), ...before, ...typed }
  return { values, good: goodValuesOf(values, earlier), known, shop, language: 'en' }
}

test('the preview shows the typed values, priced as on the server', () => {
  const page = pageOfValues(
    draftOf({
      title: 'Watercolor course',
      amount: 49.99,
      bumps: ['b2', 'b1'],
      taxId: 't1',
      buttonText: 'Buy',
    }),
    now,
  )
  expect(page).toMatchObject({
    form: { title: 'Watercolor course', buttonText: 'Buy', themeColor: '#7F1CCF' },
    sellerName: 'Ada',
    sellerLogo: null,
    font: 'serif',
    pricing: { amount: 4999, currency: 'usd', recurrence: null, bumps: [{ amount: 2000 }, { amount: 990 }] },
    bumps: [{ title: 'Brushes' }, { title: 'Workbook' }],
    taxTitle: 'VAT',
    quote: { token: '', price: { subtotal: 4999, taxAmount: 500, total: 5499 } },
    provider: { publishableKey: '', accountId: '', scriptUrl: '' },
  })
})

test('the preview shows placeholders for empty texts', () => {
  expect(pageOfValues(draftOf({}), now).form).toMatchObject({
    title: 'Your title',
    description: 'What buyers get, in your words.',
  })
})

test('the preview keeps the last valid values while new ones are being typed', () => {
  const before = { amount: 49, themeColor: '#0a0', video: 'https://youtu.be/dQw4w9WgXcQ', billingInterval: 3 }
  const typed = {
    amount: Number.NaN,
    themeColor: '#0a',
    video: 'https://yout',
    billingInterval: Number.NaN,
    termsUrl: 'https:',
  }
  const recurrence = { priceType: 'RecurringPrice' as const }
  const { form, pricing } = pageOfValues(draftOf(typed, { ...before, ...recurrence }), now)
  expect(form).toMatchObject({ themeColor: '#0a0', video: { id: 'dQw4w9WgXcQ' }, termsUrl: null })
  expect(pricing).toMatchObject({ amount: 4900, recurrence: { billingInterval: 3, billingPeriod: 'Daily' } })
})

test('the preview keeps the old currency for a price that is invalid in the new one', () => {
  const { pricing } = pageOfValues(draftOf({ currency: 'jpy' }, { amount: 49.5 }), now)
  expect(pricing).toMatchObject({ amount: 4950, currency: 'usd' })
  expect(pageOfValues(draftOf({ currency: 'jpy' }, { amount: 500 }), now).pricing).toMatchObject({
    amount: 500,
    currency: 'jpy',
  })
})

test('the preview shows the new price after a timer ends', () => {
  const timers = [
    { title: 'Last call', timestamp: now + 2_000, amount: null, redirectUrl: 'https://example.com/' },
    { title: 'Early bird', timestamp: now + 1_000, amount: 60, redirectUrl: '' },
  ]
  const draft = draftOf({ amount: 49, timers })
  expect(pageOfValues(draft, now).quote.price.total).toBe(4900)
  expect(pageOfValues(draft, now + 1_000).quote.price.total).toBe(6000)
  expect(pageOfValues(draft, now).pricing.timers).toEqual([
    { title: 'Early bird', expiresAt: now + 1_000, amount: 6000, redirectUrl: null },
    { title: 'Last call', expiresAt: now + 2_000, amount: null, redirectUrl: 'https://example.com/' },
  ])
})

test('the preview leaves out unknown items, items in another currency and inactive taxes', () => {
  const page = pageOfValues(draftOf({ amount: 49, bumps: ['b3', 'gone', 'b1'], taxId: 't2' }), now)
  expect(page.bumps.map(({ title }) => title)).toEqual(['Workbook'])
  expect(page.pricing.tax).toBeNull()
})

test('the preview leaves out inactive bumps', () => {
  const bumpRules = [{ id: 'b1', isOn: false }]
  const page = pageOfValues(draftOf({ amount: 49, bumps: ['b2', 'b1'], bumpRules }), now)
  expect(page.bumps.map(({ title }) => title)).toEqual(['Brushes'])
  expect(page.pricing.bumps.map(({ title }) => title)).toEqual(['Brushes'])
})

test('the preview shows the offers in order with tax and their own button texts', () => {
  const offers = offersOfValues(
    draftOf({ amount: 49, taxId: 't1', oneTimeOffer: 'o1', otoSequenceList: ['b3', 'b1'] }),
  )
  expect(offers).toMatchObject([
    { title: 'A lesson', acceptButtonText: 'Yes', price: { total: 8690 }, position: 1, count: 2 },
    { title: 'Workbook', declineButtonText: 'No thanks', price: { total: 1089 }, position: 2 },
  ])
  expect(offersOfValues(draftOf({ oneTimeOffer: 'o2' }))).toEqual([])
})

test('the preview keeps the previous interval if a typed one exceeds the calendar', () => {
  const before = { priceType: 'RecurringPrice', billingInterval: 2 } as const
  const { pricing } = pageOfValues(draftOf({ billingInterval: 90_071_992 }, before), now)

  expect(pricing.recurrence?.billingInterval).toBe(2)
})

test('the preview in another language shows its texts, and marks those without a translation', () => {
  const draft = draftOf({
    title: 'Watercolor from zero',
    texts: { de: { title: 'Aquarell von Anfang an' } },
    priceLabel: 'Basic',
    priceTexts: { de: { label: 'Einfach' } },
    prices: [{ label: 'Full', amount: 9 }],
  })
  const page = pageOfValues({ ...draft, language: 'de' }, now)
  expect(page).toMatchObject({ translated: ['title'], foreign: { lang: 'en' } })
  expect(page.form.title).toBe('Aquarell von Anfang an')
  expect(page.pricing.prices?.map(({ label }) => label)).toEqual(['Einfach', 'Full'])
  expect(pageOfValues(draft, now).form.title).toBe('Watercolor from zero')
})
