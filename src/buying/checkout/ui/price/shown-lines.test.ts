import { describe, expect, test } from 'vitest'
import { taxAmount } from '#foundation/money/tax.ts'
import { couponScopes, discountBy, type Discount } from '#payments/pricing/discount.ts'
import { pricePurchase, type OfferTimer, type TimedForm } from '#payments/pricing/price-purchase.ts'
import { shownPrice } from '#payments/pricing/shown-price.ts'
import { soldAt, withPrices } from '#payments/pricing/sold-form.ts'
import { withDiscountLine } from '../coupon/discounted-summary.tsx'
import { offerLines } from '../offers/offer-answers.tsx'
import { sheetLines, shownLines, type TaxWords } from './shown-lines.ts'

/** Random numbers from a seed, so that a failing round can be repeated. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const random = randomNumbers(7)
const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[random(items.length)] ?? items[0]

function anyForm(): TimedForm {
  const currency = pick(['usd', 'eur', 'jpy', 'isk', 'kwd'])
  // Stripe's smallest charges in these currencies.
  const step = currency === 'isk' ? 100 : currency === 'kwd' ? 10 : 1
  const amount = () => (1 + random(200_000)) * step
  const timer: OfferTimer = { title: '', expiresAt: 500, amount: amount(), redirectUrl: null }
  return {
    title: 'Course',
    amount: pick([0, amount(), amount()]),
    currency,
    recurrence: null,
    tax:
      random(4) === 0
        ? null
        : { percentage: pick(['0.5', '8.25', '17.5', '20', '19.9999']), inclusive: random(2) === 0 },
    bumps: Array.from({ length: random(5) }, (_, index) => ({
      id: String(index),
      title: `Bump ${index}`,
      amount: amount(),
    })),
    timers: random(3) === 0 ? [timer] : [],
    priceGracePeriod: 0,
  }
}

/** A form at one of up to four prices, some of them recurring. */
function anyPriceOf(form: TimedForm): TimedForm {
  const others = ['two', 'three', 'four'].slice(0, random(4)).map((id) => ({
    id,
    label: pick(['', id]),
    amount: form.amount + random(100) * 100,
    recurrence: pick([null, { billingInterval: 1, billingPeriod: 'Monthly', cancelAfter: 0 }] as const),
    isDefault: false,
    isHidden: false,
  }))
  const several = withPrices({ ...form, timers: [] }, { id: 'one', label: '' }, others)
  return soldAt(several, pick(['one', 'two', 'three'])) ?? form
}

/** An offer after the order, with the form's tax rate and the coupon's discount. */
function anyOffer({ currency, tax }: TimedForm, discount: Discount | undefined) {
  const listed = [{ kind: 'offer' as const, title: 'Workbook', amount: (1 + random(2_000)) * 100 }]
  const amount = discount?.(listed)[0]?.amount ?? listed[0]?.amount ?? 0
  const amounts = taxAmount(amount, tax, currency)
  return {
    price: { ...amounts, currency, lines: [{ kind: 'offer' as const, title: 'Workbook', ...amounts }] },
    tax: tax && { title: 'VAT', ...tax },
  }
}

function anyDiscount(currency: string): Discount | undefined {
  const percent = { kind: 'percent', percentage: pick(['10', '12.5', '100']) } as const
  const amount = { kind: 'amount', amount: (1 + random(50_000)) * 100 } as const
  const scope = pick(couponScopes)
  const takes = pick([null, percent, amount])
  const cycles = pick([1, 3, null])
  return takes === null
    ? undefined
    : discountBy({ code: 'SPRING', scope, takes, minimum: 0, cycles }, currency)
}

const sum = (lines: readonly { readonly amount: number }[]) =>
  lines.reduce((total, { amount }) => total + amount, 0)

describe('the wallet’s payment sheet', () => {
  test('the wallet’s sheet has the page’s lines and total in 10,000 random orders', () => {
    let differences = 0
    for (let round = 0; round < 10_000; round += 1) {
      const form = anyPriceOf(anyForm())
      const chosen = new Set(form.bumps.filter(() => random(2) === 0).map(({ id }) => id))
      const discount = anyDiscount(form.currency)
      const priced = pricePurchase(form, chosen, random(1000), discount)
      const words: TaxWords = { rate: form.tax, title: 'VAT', isGrossFirst: random(2) === 0 }
      const price = discount === undefined ? priced : withDiscountLine(priced, words, 'SPRING')
      const lines = sheetLines(price, words)
      const shown = shownLines(price, words)
      const above = [...shown.lines, ...(shown.tax === null || shown.isGross ? [] : [shown.tax])]
      const isSame = sum(lines) === price.total && JSON.stringify(lines) === JSON.stringify(above)
      const isWhole = lines.every(
        ({ name, amount }) => Number.isSafeInteger(amount) && amount < 0 === (name === 'SPRING'),
      )
      if (!isSame || !isWhole) differences += 1
    }
    expect(differences).toBe(0)
  })

  test('the wallet’s sheet matches the offer’s button in 10,000 random offers', () => {
    let differences = 0
    for (let round = 0; round < 10_000; round += 1) {
      const form = anyForm()
      const offer = anyOffer(form, anyDiscount(form.currency))
      const isGrossFirst = random(2) === 0
      const [line, ...rest] = offerLines(offer, isGrossFirst)
      const isSame =
        sum([...(line ? [line] : []), ...rest]) === offer.price.total &&
        line?.amount === shownPrice(offer.price, offer.tax, isGrossFirst).amount &&
        rest.every(({ amount }) => amount === offer.price.taxAmount)
      if (!isSame) differences += 1
    }
    expect(differences).toBe(0)
  })

  test('the wallet’s sheet shows added tax as a line, but not included tax', () => {
    const form = { ...anyForm(), amount: 4900, currency: 'usd', bumps: [], timers: [] }
    const linesWith = (inclusive: boolean) => {
      const rate = { percentage: '10', inclusive }
      const price = pricePurchase({ ...form, tax: rate }, new Set(), 0)
      return sheetLines(price, { rate, title: 'VAT', isGrossFirst: false })
    }
    expect(linesWith(false)).toEqual([
      { name: 'Course', amount: 4900 },
      { name: 'VAT 10%', amount: 490 },
    ])
    expect(linesWith(true)).toEqual([{ name: 'Course', amount: 4900 }])
  })
})
