import { expect, test } from 'vitest'
import { currencyOf } from '#foundation/money/currencies.ts'
import type { TaxRate } from '#foundation/money/tax.ts'
import type { Coupon } from '#payments/pricing/discount.ts'
import { taxFor } from '#payments/pricing/tax-for.ts'
import { differenceOf } from './prices.ts'
import type { PlannedPurchase } from './price-plan.ts'

/**
 * What buyers pay to a shop in Germany that has taxes for the EU and Norway: the country's percentage, and whether a
 * registered business pays the tax itself.
 */
const countries = [
  ['DE', '19', false],
  ['AT', '20', true],
  ['FI', '25.5', true],
  ['FR', '20', true],
  ['LU', '17', true],
  ['HU', '27', true],
  ['GR', '24', true],
  ['NO', '25', false],
  ['US', null, false],
  ['JP', null, false],
] as const

const percent = { code: 'SPRING', takes: { kind: 'percent', percentage: '12.5' }, minimum: 0 } as const
const amount = { code: 'SPRING', takes: { kind: 'amount', amount: 700 }, minimum: 0 } as const
const monthly = { billingInterval: 1, billingPeriod: 'Monthly', cancelAfter: 12 } as const

type Basket = Pick<PlannedPurchase, 'quantity'> & {
  readonly bumps: readonly number[]
  readonly coupon: Coupon | null
  readonly recurs: boolean
}

const baskets: readonly Basket[] = [
  { quantity: 1, bumps: [1900, 333], coupon: null, recurs: false },
  { quantity: 7, bumps: [], coupon: { ...percent, scope: 'order', cycles: 1 }, recurs: false },
  { quantity: 2, bumps: [1100], coupon: { ...amount, scope: 'form', cycles: 3 }, recurs: true },
]

/** Sixty purchases, alternately by consumers and registered businesses, in currencies with and without cents. */
const examples = countries.flatMap(([country, percentage, reverses], place) =>
  [true, false].flatMap((inclusive) =>
    baskets.map((basket, kind) => {
      const currency = ['eur', 'jpy', 'usd', 'isk', 'kwd'][(place + kind) % 5] ?? 'eur'
      const isBusiness = (place + kind + Number(inclusive)) % 2 === 0
      const rate = percentage === null ? null : { percentage, inclusive }
      return { country, rate, isReversed: isBusiness && reverses, isBusiness, currency, inclusive, basket }
    }),
  ),
)

test.each(examples)(
  'a sale to $country (business: $isBusiness, inclusive: $inclusive, $currency) costs what it should',
  ({ country, rate, isReversed, isBusiness, currency, inclusive, basket }) => {
    const planned = planOf(basket, currency, taxOwed(rate, isReversed))
    const taxRegions = countries.flatMap(([code, percentage]) =>
      percentage === null ? [] : [{ country: code, title: 'VAT', percentage, inclusive }],
    )
    const shop = { taxMode: 'by_country', tax: null, taxRegions, sellerCountry: 'DE' } as const
    const { tax, without } = taxFor(shop, { country, isVerified: isBusiness })
    const form = { ...planned.form, tax: tax && { percentage: tax.percentage, inclusive: tax.inclusive } }
    expect(differenceOf(planned, { ...form, without })).toBeUndefined()
  },
)

test('eighteen of the sixty examples use reverse charge', () => {
  expect(examples).toHaveLength(60)
  expect(examples.filter(({ isReversed }) => isReversed)).toHaveLength(18)
})

/** A registered business owes the shop no tax, so the price is charged without the tax it includes. */
function taxOwed(rate: TaxRate | null, isReversed: boolean) {
  if (!isReversed || rate === null) return { tax: rate }
  return rate.inclusive ? { tax: null, without: rate } : { tax: null }
}

function planOf(
  { quantity, bumps, coupon, recurs }: Basket,
  currency: string,
  owed: { readonly tax: TaxRate | null; readonly without?: TaxRate },
): PlannedPurchase {
  const { step } = currencyOf(currency)
  const offered = bumps.map((price, index) => ({ id: `${index}`, title: 'Bump', amount: price * step }))
  return {
    form: {
      title: 'Course',
      amount: 4999 * step,
      currency,
      recurrence: recurs ? monthly : null,
      bumps: offered,
      timers: [],
      priceGracePeriod: 0,
      ...owed,
    },
    timers: [],
    price: null,
    named: null,
    quantity,
    hasHadTrial: false,
    chosen: new Set(offered.map(({ id }) => id)),
    instant: 0,
    step,
    coupon,
    offers: [{ amount: 2500 * step, isAccepted: true }],
  }
}
