import { createHash } from 'node:crypto'
import type { CouponToMake } from '#foundation/card-provider/price-objects.ts'
import type { PricedItem } from '#foundation/card-provider/subscriptions.ts'
import type { TaxTreatment } from '#foundation/db/tables/taxes.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import type { Services } from '#registry/services.ts'
import { timesTitle } from '#payments/pricing/sold-form.ts'
import { type Recurrence, listPrice } from '#payments/pricing/recurrence.ts'
import { findProviderObjects, rememberProviderObject } from '../store.ts'
import { rateOf } from './agreed-prices.ts'

/** The amounts in minor units. */
export type PricedLine = {
  readonly title: string
  readonly subtotal: number
  readonly taxAmount: number
  readonly total: number
  readonly taxTitle: string | null
  readonly taxPercentage: string | null
  readonly taxInclusive: boolean | null
  readonly taxTreatment?: TaxTreatment | null | undefined
  readonly taxCountry?: string | null | undefined
  /** The coupon's discount, before added tax. */
  readonly discountAmount?: number | undefined
  readonly quantity?: number | undefined
  readonly sellerTitle?: string | null | undefined
}

/** An invoice's discount: on its first line for `months` (null means forever), and on the other lines once. */
export type Reduction = { readonly name: string; readonly months: number | null | 'once' }

const intervals = { Daily: 'day', Weekly: 'week', Monthly: 'month', Yearly: 'year' } as const

/** In Stripe's terms. */
export function cycleOf({
  billingPeriod,
  billingInterval,
}: Pick<Recurrence, 'billingPeriod' | 'billingInterval'>) {
  return { interval: intervals[billingPeriod], intervalCount: billingInterval }
}

type Needed = { readonly fingerprint: string } & (
  | { readonly kind: 'product'; readonly title: string }
  | {
      readonly kind: 'tax_rate'
      readonly title: string
      readonly percentage: string
      readonly inclusive: boolean
    }
  | ({ readonly kind: 'coupon' } & CouponToMake)
)

export function neededFor(lines: readonly PricedLine[], currency: string, reduction: Reduction): Needed[] {
  const all = lines.flatMap((line, index) => {
    const rate = rateIn(line, currency)
    const coupon = couponOf(line, currency, reduction, index)
    return [productOf(line, currency), rate, coupon].filter((one) => one !== undefined)
  })
  return [...new Map(all.map((one) => [one.fingerprint, one])).values()]
}

/**
 * The lines as Stripe needs them. Products, tax rates and coupons are created on the seller's account when
 * they are first needed, and then reused. A changed tax becomes a new rate, because the percentage of a rate
 * cannot change. `key` is the prefix of their idempotency keys, and `within` the time limit for each call.
 */
export async function pricedItems(
  services: Services,
  account: string,
  currency: string,
  lines: readonly PricedLine[],
  reduction: Reduction,
  { key, within }: { readonly key: string; readonly within: number },
): Promise<PricedItem[]> {
  const needed = neededFor(lines, currency, reduction)
  const known = await findProviderObjects(
    services.db,
    account,
    needed.map(({ fingerprint }) => fingerprint),
  )
  const ids = new Map(known.map(({ fingerprint, stripeId }) => [fingerprint, stripeId]))
  const make = async (one: Needed): Promise<void> => {
    if (ids.has(one.fingerprint)) return
    const ownKey = `${key}-${one.fingerprint}`
    const id = await makeAt(services, account, one, { key: ownKey, within })
    ids.set(one.fingerprint, id)
    const { kind, fingerprint } = one
    await rememberProviderObject(services.db, { stripeAccountId: account, kind, fingerprint }, id)
  }
  await Promise.all(needed.map(make))
  return lines.map((line, index) => {
    const rate = rateIn(line, currency)
    const coupon = couponOf(line, currency, reduction, index)
    return {
      productId: ids.get(productOf(line, currency).fingerprint) ?? '',
      ...countOf(line, currency),
      couponId: coupon === undefined ? null : (ids.get(coupon.fingerprint) ?? ''),
      taxRateId: rate === undefined ? null : (ids.get(rate.fingerprint) ?? ''),
    }
  })
}

async function makeAt(
  { provider }: Services,
  account: string,
  one: Needed,
  { key, within }: { readonly key: string; readonly within: number },
): Promise<string> {
  switch (one.kind) {
    case 'product':
      return provider.createProduct(account, one.title, key, within)
    case 'tax_rate':
      return provider.createTaxRate(account, one, key, within)
    case 'coupon':
      return provider.createCoupon(account, one, key, within)
  }
}

/**
 * If Stripe gets totals, a single unit may have no exact price. Then all units are one line, with the quantity in its
 * name.
 */
function countOf(line: PricedLine, currency: string): { readonly amount: number; readonly quantity: number } {
  const { quantity = 1 } = line
  const all = amountOf(listed(line, currency), currency)
  return all % quantity === 0 ? { amount: all / quantity, quantity } : { amount: all, quantity: 1 }
}

function productOf(line: PricedLine, currency: string): Needed {
  const { quantity = 1 } = line
  const isCounted = countOf(line, currency).quantity === quantity
  const title = isCounted ? line.title : timesTitle(quantity, line.title)
  return { kind: 'product', title, fingerprint: digest(['product', title]) }
}

/**
 * Stripe rounds tax to the smallest unit. In currencies that are charged in larger steps our rounding would differ, so
 * Stripe gets totals with tax, and only our records contain the tax itself.
 */
function isTaxedByProvider(currency: string): boolean {
  return currencyOf(currency).step === 1
}

function rateIn({ taxTitle, taxPercentage, taxInclusive }: PricedLine, currency: string): Needed | undefined {
  if (taxPercentage === null || taxInclusive === null || !isTaxedByProvider(currency)) return undefined
  const title = taxTitle ?? 'Tax'
  const fingerprint = digest(['tax_rate', title, Number(taxPercentage), taxInclusive])
  return { kind: 'tax_rate', title, percentage: taxPercentage, inclusive: taxInclusive, fingerprint }
}

/**
 * The discount is always sent as the agreed amount, even for a percentage, which Stripe would round in its own way. If
 * Stripe gets totals, the discount is the difference between them.
 */
function couponOf(
  line: PricedLine,
  currency: string,
  { name, months }: Reduction,
  index: number,
): Needed | undefined {
  const amountOff = amountOf(listed(line, currency), currency) - amountOf(line, currency)
  if (amountOff === 0) return undefined
  const coupon = { name, amountOff, currency, months: index === 0 ? months : ('once' as const) }
  return { kind: 'coupon', ...coupon, fingerprint: digest(['coupon', ...Object.values(coupon)]) }
}

function listed(line: PricedLine, currency: string): PricedLine {
  return { ...line, ...listPrice(line, rateOf(line), currency) }
}

/** The amount before exclusive tax, or with inclusive tax. */
function amountOf({ subtotal, total, taxInclusive }: PricedLine, currency: string): number {
  return taxInclusive === false && isTaxedByProvider(currency) ? subtotal : total
}

function digest(made: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(made)).digest('base64url').slice(0, 22)
}
