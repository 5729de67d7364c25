import type { AgreedPrice, Reduction } from '#foundation/db/tables/subscriptions.ts'
import { isReducedIn, type RecurringAmounts, reducedPrice } from '#payments/pricing/recurrence.ts'
import type { TaxRate } from '#foundation/money/tax.ts'
import { cycleStart } from '#payments/subscriptions/payment-calendar.ts'
import { isEnding } from '../end/correct-end.ts'
import type { Subscription } from '../store.ts'

/** So many changes before a payment are enough for anybody. */
const mostPrices = 20

/** The change that was asked for last; undefined where none ever was. */
export function newestPrice({
  agreedPrices: prices,
}: Pick<Subscription, 'agreedPrices'>): AgreedPrice | undefined {
  return prices?.at(-1)
}

/** What the cycle that begins at a time is paid at; undefined where nothing was ever changed. */
export function priceAt(
  { agreedPrices: prices }: Pick<Subscription, 'agreedPrices'>,
  start: Date,
): AgreedPrice | undefined {
  return prices?.findLast(({ from }) => from !== null && new Date(from) <= start)
}

/** What the cycle before the next payment was paid at. */
function presentPrice(row: Agreed): AgreedPrice | undefined {
  const { agreedPrices: prices, currentPeriodEnd: end } = row
  return prices?.findLast(({ from }) => from !== null && (end === null || new Date(from) < end))
}

type Agreed = Pick<Subscription, 'agreedPrices' | 'currentPeriodEnd'>

/**
 * What the next payments are to be in the place of the present ones, or of a change that was taken back and may be charged
 * still, since the provider has not said that it knows; undefined where they stay as they are.
 */
export function pendingPrice(row: Agreed): AgreedPrice | undefined {
  const [newest, present] = [newestPrice(row), presentPrice(row)]
  if (newest === undefined || present === undefined) return undefined
  const wasOther = pricesAfter(row, present).some((price) => !isSamePrice(price, present))
  return isSamePrice(newest, present) && (newest.from !== null || !wasOther) ? undefined : newest
}

/** A change that was asked for is to be undone: the newest price is the present one again. */
export function isTakenBack(row: Agreed): boolean {
  const [pending, present] = [pendingPrice(row), presentPrice(row)]
  return pending !== undefined && present !== undefined && isSamePrice(pending, present)
}

/** Whether a change has not taken effect, and can be taken back. */
export function isAhead(row: Agreed, changeId: string): boolean {
  const present = presentPrice(row)
  return present !== undefined && pricesAfter(row, present).some(({ id }) => id === changeId)
}

/** What was paid before the newest price; undefined where nothing was ever changed. */
export function formerPrice(row: Agreed): AgreedPrice | undefined {
  const from = newestPrice(row)?.from ?? null
  return row.agreedPrices?.findLast((price) => price.from !== null && from !== null && price.from < from)
}

/** Whether both are the same price of the form at the same total, whenever they were agreed. */
export function isSamePrice(one: AgreedPrice, other: AgreedPrice): boolean {
  return one.priceId === other.priceId && one.total === other.total
}

function pricesAfter({ agreedPrices: prices }: Agreed, present: AgreedPrice): readonly AgreedPrice[] {
  return prices?.slice(prices.indexOf(present) + 1) ?? []
}

/** Which of its form's prices a subscription is paid at; null: the one that the form was made with. */
export function presentPriceId(
  row: Pick<Subscription, 'agreedPrices' | 'currentPeriodEnd'>,
  order: { readonly priceId: string | null },
): string | null {
  const present = presentPrice(row)
  return present === undefined ? order.priceId : present.priceId
}

/**
 * The columns that say what a subscription is paid at, for the cycle before `end`; nothing where they say it already. What a
 * coupon takes off is off the first price, which keeps it: a payment of that may be recorded later.
 */
export function presentTerms(row: Subscription, prices: readonly AgreedPrice[] | null, end: Date) {
  const present = presentPrice({ agreedPrices: prices, currentPeriodEnd: end })
  if (present === undefined || present === prices?.[0]) return {}
  const { title, subtotal, taxAmount, total } = present
  const isSame = row.title === title && row.total === total && row.subtotal === subtotal
  return isSame ? {} : { title, subtotal, taxAmount, total, ...nothingOff }
}

const nothingOff: Reduction = { discountAmount: 0, discountCycles: null, reducedTotal: null }

/** A subscription as it is paid from its next payment on, where that is known. */
export function asPaidNext(row: Subscription): Subscription {
  const pending = pendingPrice(row)
  return pending === undefined || pending.from === null ? row : withPrice(row, pending)
}

/** A subscription as a cycle of it is paid that is charged at another price. */
export function withPrice(row: Subscription, price: AgreedPrice): Subscription {
  const { title, subtotal, taxAmount, total } = price
  const { reduction = row.agreedPrices?.[0] === price ? row : nothingOff } = price
  const { discountAmount, discountCycles, reducedTotal } = reduction
  return { ...row, title, subtotal, taxAmount, total, discountAmount, discountCycles, reducedTotal }
}

/**
 * Whether its buyer may ask for another price now: it goes on without an end, its payments are made, none to come is lower by
 * a coupon, and nobody has canceled it.
 */
export function canChangePrice(row: Subscription, now: Date): boolean {
  const { status, cancelAfter, unpaidInvoiceId, currentPeriodEnd, billingCycleAnchor } = row
  const isLive = status === 'active' && cancelAfter === 0 && unpaidInvoiceId === null && !isEnding(row)
  if (!isLive || currentPeriodEnd === null || billingCycleAnchor === null) return false
  const present = presentPrice(row)
  const asked = present === undefined ? 0 : pricesAfter(row, present).length
  if (currentPeriodEnd <= now || asked >= mostPrices) return false
  const next = cycleAt(row, billingCycleAnchor.getTime(), currentPeriodEnd.getTime())
  return row.discountAmount === 0 || !isReducedIn(agreedAmounts(row), next)
}

/** The list with one more; what was asked for before the present price and never took effect is no longer part of it. */
export function withNewPrice(
  row: Subscription,
  order: { readonly priceId: string | null },
  asked: AgreedPrice,
): readonly AgreedPrice[] {
  const { agreedPrices: prices, id, title, subtotal, taxAmount, total, createdAt } = row
  const { discountAmount, discountCycles, reducedTotal } = row
  const present = presentPrice(row)
  if (prices === null || present === undefined) {
    const begun = createdAt.toISOString()
    const first = {
      id,
      priceId: order.priceId,
      title,
      subtotal,
      taxAmount,
      total,
      askedAt: begun,
      from: begun,
      reduction: { discountAmount, discountCycles, reducedTotal },
    }
    return [first, asked]
  }
  const begun = prices.indexOf(present)
  return [...prices.filter(({ from }, place) => place >= begun || from !== null), asked]
}

/** What each payment of a subscription was agreed to be. */
export function agreedAmounts(row: Subscription): RecurringAmounts {
  const { subtotal, taxAmount, total, discountAmount, discountCycles, currency } = row
  const regular = { subtotal, taxAmount, total }
  const reduced = reducedPrice(regular, discountAmount, rateOf(row), currency)
  return { regular, reduced, cycles: discountCycles }
}

/** Which cycle begins at a time, counted from 0; both in milliseconds, and as the provider counts them. */
export function cycleAt(row: Subscription, anchor: number, time: number): number {
  let cycle = 0
  while (cycleStart(row, anchor, cycle + 1) <= time) cycle += 1
  return cycle
}

/**
 * How many whole cycles have begun by the end of the present period; 0 in a trial. Null while the provider's dates are not
 * known.
 */
export function cyclesBegun(row: Subscription): number | null {
  const { billingCycleAnchor: anchor, currentPeriodEnd: end } = row
  return anchor === null || end === null ? null : cycleAt(row, anchor.getTime(), end.getTime())
}

/** The rate that a line is taxed with. */
export function rateOf({
  taxPercentage: percentage,
  taxInclusive: inclusive,
}: {
  readonly taxPercentage: string | null
  readonly taxInclusive: boolean | null
}): TaxRate | null {
  return percentage === null || inclusive === null ? null : { percentage, inclusive }
}
