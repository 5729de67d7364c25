import type { Transaction } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { ProviderInvoice } from '#foundation/card-provider/invoices.ts'
import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import type { AgreedPrice } from '#foundation/db/tables/subscriptions.ts'
import type { Services } from '#registry/services.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { mailAddressOf, type Purchase, taxColumns } from '#payments/purchases/purchase.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import type { Formats } from '#foundation/text/formats.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { asTaxedNext, formerPrice, isSamePrice, newestPrice } from '../begin/agreed-prices.ts'
import { hasEnded, isCanceledHere } from '../end/correct-end.ts'
import { isTaxOff } from './tax-off.ts'
import { cycleOf, neededFor, pricedItems, type PricedLine } from '../begin/price-parts.ts'
import { evictProviderObjects, type Subscription } from '../store.ts'

/** How long Stripe may take to create what a price needs, in milliseconds. */
const preparingTime = 2_000
const nothingOff = { name: '', months: null }

/**
 * Makes Stripe charge the buyer's latest price from the next cycle on, unless it already does or the buyer has
 * canceled. Returns the updated subscription. If this is interrupted, the next comparison with Stripe completes it.
 * Safe to repeat.
 */
export async function applyPriceChange(
  services: Services,
  row: Subscription,
  found: ProviderSubscription,
): Promise<ProviderSubscription> {
  const newest = newestPrice(row)
  const isDone = newest === undefined || found.priceChange === newest.id
  if (isDone || isCanceledHere(row) || hasEnded(found.status) || found.itemId === null) return found
  const { stripeAccountId: account, currency, quantity } = row
  const { title, subtotal, taxAmount, total } = newest
  const lines: PricedLine[] = [
    { title, subtotal, taxAmount, total, quantity, ...pickFields(asTaxedNext(row), taxColumns) },
  ]
  const key = `price-change-${newest.id}`
  try {
    const [item] = await pricedItems(services, account, currency, lines, nothingOff, {
      key,
      within: preparingTime,
    })
    if (item === undefined) throw new RangeError('A price without an item')
    const change = { ...cycleOf(row), currency, itemId: found.itemId, item, changeId: newest.id }
    const changed = await services.provider.changeItem(account, found.id, change)
    services.log.info({ subscription: row.id, change: newest.id }, 'the price of a subscription was set')
    return changed
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // A product or rate that the seller removed on Stripe is created again next time.
    const fingerprints = neededFor(lines, currency, nothingOff).map(({ fingerprint }) => fingerprint)
    await evictProviderObjects(services.db, account, fingerprints)
    const after = await services.provider.retrieveSubscription(account, found.id)
    const details = { alarm: true, err: error, subscription: row.id, change: newest.id }
    if (!hasEnded(after.status)) services.log.error(details, 'the price of a subscription could not be set')
    return after
  }
}

/**
 * A subscription's prices and when they begin, as far as Stripe shows: the newest price begins with the next cycle,
 * unless an invoice shows that it began earlier.
 */
export function settledPrices(
  { agreedPrices: prices }: Pick<Subscription, 'agreedPrices'>,
  subscription: ProviderSubscription,
  paid: readonly ProviderInvoice[],
): readonly AgreedPrice[] | null {
  const newest = prices?.at(-1)
  if (prices === null || newest === undefined || subscription.priceChange !== newest.id) return prices
  if (prices.every(({ from }) => from !== null)) return prices
  const { latestInvoice, currentPeriodEnd } = subscription
  const cycles = [...paid, ...(latestInvoice === null ? [] : [latestInvoice])]
    .filter(({ reason }) => reason === 'cycle')
    .toSorted((one, other) => one.periodEnd.getTime() - other.periodEnd.getTime())
  return prices.map((price) => {
    if (price.from !== null) return price
    const first = cycles.find(
      ({ periodEnd, total }) => periodEnd > new Date(price.askedAt) && total === price.total,
    )
    const from = first?.periodEnd ?? (price === newest ? currentPeriodEnd : null)
    return { ...price, from: from?.toISOString() ?? null }
  })
}

/** Confirms a price change, or its undoing, to the buyer once Stripe has applied it. */
export async function notifyPriceChange(
  tx: Transaction<Database>,
  before: Subscription,
  after: Subscription,
  order: Purchase,
): Promise<void> {
  const [asked, set] = [newestPrice(before), newestPrice(after)]
  if (asked?.from !== null || set === undefined || set.from === null) return
  const { id, title, total, from } = set
  // The price is read from the subscription itself, because a renewal may already have begun with the new price.
  const former = formerPrice(after) ?? set
  // The email about the refunded tax says that later payments are without tax.
  if (isTaxOff(former, set)) return
  await enqueueMail(tx, {
    kind: 'price_changed',
    purchaseId: order.id,
    about: id,
    data: {
      title,
      total,
      from,
      former: { title: former.title, total: former.total },
      isKept: isSamePrice(former, set),
    },
    recipient: mailAddressOf(order),
    at: after.updatedAt,
  })
}

type Change = {
  readonly recurrence: Recurrence
  readonly currency: string
  /** The total of one payment in minor units, including tax. */
  readonly total: number
  readonly former: number
  readonly hasTax: boolean
  /** In milliseconds. */
  readonly from: number
}

/** The change a buyer agrees to and gets confirmed: "From 6 Dec 2026: $24.00 every month instead of $12.00". */
export function priceChangeText(change: Change, formats: Formats): string {
  const { recurrence, currency, total, former, hasTax, from } = change
  const day = dayText(from, formats)
  const [amount, cycle] = [formatAmount(total, currency, formats), cycleText(recurrence)]
  const before = formatAmount(former, currency, formats)
  return hasTax
    ? t('From {day}: {amount} {cycle} instead of {before}, tax included', { day, amount, cycle, before })
    : t('From {day}: {amount} {cycle} instead of {before}', { day, amount, cycle, before })
}
