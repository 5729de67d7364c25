import { expect, test } from 'vitest'
import { withBumpTerms, withOfferedBumps } from '#payments/pricing/offered-bumps.ts'
import { pricePurchase } from '#payments/pricing/price-purchase.ts'
import { soldAt, soldTimes, withPrices } from '#payments/pricing/sold-form.ts'
import { opened, pageOf } from '../schedule/test-orders.ts'
import { pageAt } from './choice-page.tsx'

const prices = ['own', 'team', 'club']
const other = { label: 'Other', isDefault: false, isHidden: false, recurrence: null }
const terms = [
  { priceIds: null, quantityMin: 3 },
  { priceIds: ['team'], quantityMin: 1 },
  { priceIds: ['own', 'club'], quantityMin: 2 },
]
const form = {
  title: 'A course',
  amount: 4900,
  currency: 'usd',
  recurrence: null,
  tax: { percentage: '8.875', inclusive: false },
  bumps: [
    { id: 'always', title: 'A workbook', amount: 1900 },
    ...terms.map((one, place) => ({ id: `bump ${place}`, title: 'Extra', amount: 701 + place, terms: one })),
  ],
  timers: [],
  priceGracePeriod: 10,
  quantities: { label: '', min: 1, max: 5 },
}
const others = [
  { ...other, id: 'team', amount: 9900 },
  { ...other, id: 'club', amount: 700 },
]
const pricing = withBumpTerms(withPrices(form, { id: 'own', label: '' }, others), 'own')
const standing = { isGrossFirst: false, currency: 'usd' } as const

test('page and server offer the same bumps for every choice, and add up the same total', () => {
  const page = pageOf(pricing, standing)
  const ids = form.bumps.map(({ id }) => id)
  const pairs = prices.flatMap((priceId) => [1, 2, 3, 4, 5].map((quantity) => ({ priceId, quantity })))
  for (const { priceId, quantity } of pairs) {
    const onPage = pageAt(page, { priceId, quantity, named: null }).pricing
    const onServer = withOfferedBumps(soldTimes(soldAt(pricing, priceId) ?? pricing, quantity))
    const wanted = ids.filter((_, place) => {
      const { priceIds = null, quantityMin = 1 } = terms[place - 1] ?? {}
      return (priceIds?.includes(priceId) ?? true) && quantity >= quantityMin
    })
    expect(onPage.bumps.map(({ id }) => id)).toEqual(wanted)
    // Every set of ticked bumps, including those that have left.
    for (let set = 0; set < 2 ** ids.length; set += 1) {
      const ticked = new Set(ids.filter((_, place) => set & (2 ** place)))
      expect(pricePurchase(onPage, ticked, opened).total).toBe(pricePurchase(onServer, ticked, opened).total)
    }
  }
})

test('a form without a choice shows only the bumps that its one price offers', () => {
  const { quantities: _, ...single } = form
  const only = withBumpTerms(withPrices(single, { id: 'own', label: '' }, []), 'own')
  expect(only.bumps).toEqual([form.bumps[0]])
  expect(only).not.toHaveProperty('priceId')
})
