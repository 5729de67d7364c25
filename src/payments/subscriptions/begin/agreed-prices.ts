import type { AgreedPrice, Reduction } from '#foundation/db/tables/subscriptions.ts'
import type { LineTax } from '#foundation/db/tables/taxes.ts'
import {
  isReducedIn,
  type Recurrence,
  type RecurringAmounts,
  reducedPrice,
} from '#payments/pricing/recurrence.ts'
import type { TaxRate } from '#foundation/money/tax.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import { taxColumns } from '#payments/purchases/purchase.ts'
import { cycleStart } from '#payments/subscriptions/payment-calendar.ts'
import { isEnding } from '../end/correct-end.ts'
import type { Subscription } from '../store.ts'

const mostPrices = 20

export function newestPrice({
  agreedPrices: prices,
}: Pick<Subscription, 'agreedPrices'>): AgreedPrice | undefined {
  return prices?.at(-1)
}

/** The prices a subscription has agreed to. Undefined if its price never changed. */
export function priceAt(
  { agreedPrices: prices }: Pick<Subscription, 'agreedPrices'>,
  start: Date,
): AgreedPrice | undefined {
  return prices?.findLast(({ from }) => from !== null && new Date(from) <= start)
}

/** The price of the cycle before the next payment. */
export function presentPrice(row: Agreed): AgreedPrice | undefined {
  const { agreedPrices: prices, currentPeriodEnd: end } = row
  return prices?.findLast(({ from }) => from !== null && (end === null || new Date(from) < end))
}

type Agreed = Pick<Subscription, 'agreedPrices' | 'currentPeriodEnd'>

/**
 * The price of the next payments if it will change. This also holds if a change is being undone that Stripe has not
 * confirmed and may still charge. Undefined if the price stays.
 */
export function pendingPrice(row: Agreed): AgreedPrice | undefined {
  const [newest, present] = [newestPrice(row), presentPrice(row)]
  if (newest === undefined || present === undefined) return undefined
  const wasOther = pricesAfter(row, present).some((price) => !isSamePrice(price, present))
  return isSamePrice(newest, present) && (newest.from !== null || !wasOther) ? undefined : newest
}

/** Whether a price change is being undone, so the newest price is the current one again. */
export function isTakenBack(row: Agreed): boolean {
  const [pending, present] = [pendingPrice(row), presentPrice(row)]
  return pending !== undefined && present !== undefined && isSamePrice(pending, present)
}

/** Whether a price change has yet to take effect, so it can be undone. */
export function isAhead(row: Agreed, changeId: string): boolean {
  const present = presentPrice(row)
  return present !== undefined && pricesAfter(row, present).some(({ id }) => id === changeId)
}

/** The latest price change. Undefined if the price never changed. */
export function formerPrice(row: Agreed): AgreedPrice | undefined {
  const from = newestPrice(row)?.from ?? null
  return row.agreedPrices?.findLast((price) => price.from !== null && from !== null && price.from < from)
}

/** Whether both are the same price of the form with the same total, whenever they were agreed. */
export function isSamePrice(one: AgreedPrice, other: AgreedPrice): boolean {
  return one.priceId === other.priceId && one.total === other.total
}

function pricesAfter({ agreedPrices: prices }: Agreed, present: AgreedPrice): readonly AgreedPrice[] {
  return prices?.slice(prices.indexOf(present) + 1) ?? []
}

/** The form's price that a subscription pays, or null for the form's original price. */
export function presentPriceId(
  row: Pick<Subscription, 'agreedPrices' | 'currentPeriodEnd'>,
  order: { readonly priceId: string | null },
): string | null {
  const present = presentPrice(row)
  return present === undefined ? order.priceId : present.priceId
}

/**
 * The new values of the columns with a subscription's price, as in the cycle before `end`. Empty if they do not change.
 * A coupon's discount stays with the first price, because a payment with it may be recorded later.
 */
export function presentTerms(row: Subscription, prices: readonly AgreedPrice[] | null, end: Date) {
  const present = presentPrice({ agreedPrices: prices, currentPeriodEnd: end })
  if (present === undefined || present === prices?.[0]) return {}
  const { title, sellerTitle = null, subtotal, taxAmount, total, tax, reduction = nothingOff } = present
  const isSame = row.title === title && row.total === total && row.subtotal === subtotal
  return isSame ? {} : { title, sellerTitle, subtotal, taxAmount, total, ...reduction, ...tax }
}

const nothingOff: Reduction = { discountAmount: 0, discountCycles: null, reducedTotal: null }

/** A subscription with the price of its next payment, if the date of that payment is known. */
export function asPaidNext(row: Subscription): Subscription {
  const pending = pendingPrice(row)
  return pending === undefined || pending.from === null ? row : withPrice(row, pending)
}

/** The columns of a subscription's price. */
export type Priced = Pick<
  Subscription,
  | 'taxPercentage'
  | 'taxInclusive'
  | 'agreedPrices'
  | 'title'
  | 'sellerTitle'
  | 'subtotal'
  | 'taxAmount'
  | 'total'
  | 'discountAmount'
  | 'discountCycles'
  | 'reducedTotal'
>

export function withPrice<Row extends Priced>(row: Row, price: AgreedPrice): Row {
  const { title, sellerTitle = null, subtotal, taxAmount, total } = price
  const { tax, reduction = row.agreedPrices?.[0] === price ? row : nothingOff } = price
  const { discountAmount, discountCycles, reducedTotal } = reduction
  return {
    ...row,
    title,
    sellerTitle,
    subtotal,
    taxAmount,
    total,
    discountAmount,
    discountCycles,
    reducedTotal,
    ...tax,
  }
}

/** A subscription with the tax on its future payments. */
export function asTaxedNext<Row extends Pick<Subscription, 'agreedPrices'> & Partial<LineTax>>(
  row: Row,
): Row {
  return { ...row, ...newestPrice(row)?.tax }
}

/**
 * Whether the buyer can change the price now: the subscription must have no end, be paid up, and not be
 * canceled, paused or reduced by a coupon.
 */
export function canChangePrice(row: Subscription, now: Date): boolean {
  const { status, cancelAfter, unpaidInvoiceId, pauseUntil, currentPeriodEnd, billingCycleAnchor } = row
  const isPaidUp = cancelAfter === 0 && unpaidInvoiceId === null && pauseUntil === null
  const isLive = status === 'active' && isPaidUp && !isEnding(row)
  if (!isLive || currentPeriodEnd === null || billingCycleAnchor === null) return false
  const present = presentPrice(row)
  const asked = present === undefined ? 0 : pricesAfter(row, present).length
  if (currentPeriodEnd <= now || asked >= mostPrices) return false
  const next = cycleAt(row, billingCycleAnchor.getTime(), currentPeriodEnd.getTime())
  return row.discountAmount === 0 || !isReducedIn(agreedAmounts(row), next)
}

/** The list of prices with a new one added. An earlier change that never took effect is removed. */
export function withNewPrice(
  row: Subscription,
  order: { readonly priceId: string | null },
  asked: AgreedPrice,
): readonly AgreedPrice[] {
  const { id, title, sellerTitle, subtotal, taxAmount, total, createdAt } = row
  const { discountAmount, discountCycles, reducedTotal } = row
  // Payments at earlier prices may be recorded after the tax has changed.
  const known = { tax: pickFields(row, taxColumns) }
  const prices = row.agreedPrices?.map((price): AgreedPrice => ({ ...known, ...price })) ?? null
  const present = presentPrice({ ...row, agreedPrices: prices })
  if (prices === null || present === undefined) {
    const begun = createdAt.toISOString()
    const first = {
      id,
      priceId: order.priceId,
      title,
      sellerTitle,
      subtotal,
      taxAmount,
      total,
      askedAt: begun,
      from: begun,
      ...known,
      reduction: { discountAmount, discountCycles, reducedTotal },
    }
    return [first, asked]
  }
  const begun = prices.indexOf(present)
  return [...prices.filter(({ from }, place) => place >= begun || from !== null), asked]
}

export function agreedAmounts(
  row: Omit<Priced, 'agreedPrices' | 'title' | 'sellerTitle' | 'reducedTotal'> &
    Pick<Subscription, 'currency'>,
): RecurringAmounts {
  const { subtotal, taxAmount, total, discountAmount, discountCycles, currency } = row
  const regular = { subtotal, taxAmount, total }
  const reduced = reducedPrice(regular, discountAmount, rateOf(row), currency)
  return { regular, reduced, cycles: discountCycles }
}

/**
 * The number of the cycle that begins at a given time, counted from 0. Both times are in milliseconds and from Stripe.
 */
export function cycleAt(row: Recurrence, anchor: number, time: number): number {
  let cycle = 0
  while (cycleStart(row, anchor, cycle + 1) <= time) cycle += 1
  return cycle
}

/**
 * How many whole cycles have begun by the end of the current period, or 0 in a trial. Null while Stripe's
 * dates are unknown.
 */
export function cyclesBegun(row: Subscription): number | null {
  const { billingCycleAnchor: anchor, currentPeriodEnd: end } = row
  return anchor === null || end === null ? null : cycleAt(row, anchor.getTime(), end.getTime())
}

export function rateOf({
  taxPercentage: percentage,
  taxInclusive: inclusive,
}: {
  readonly taxPercentage: string | null
  readonly taxInclusive: boolean | null
}): TaxRate | null {
  return percentage === null || inclusive === null ? null : { percentage, inclusive }
}
