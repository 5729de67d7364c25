import type { Transaction } from 'kysely'
import type { ProviderInvoice } from '#foundation/card-provider/invoices.ts'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import { inTransaction, type Alongside } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { SubscriptionStatus } from '#foundation/db/tables/subscriptions.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#registry/services.ts'
import { hasHappened, recordEvent } from '#payments/purchases/settle/record-event.ts'
import { mailAddressOf, wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import { followEnd } from '#payments/purchases/settle/move-purchase.ts'
import { recordRenewal } from '#payments/purchases/settle/record-renewal.ts'
import { newestPrice, presentTerms } from '../begin/agreed-prices.ts'
import { settledPrices, notifyPriceChange } from '../change/apply-price-change.ts'
import { hasEnded, isCanceledHere, isPaidUp, isTriedAndClosed, type PayoffState } from '../end/correct-end.ts'
import { changeSubscription, type Subscription } from '../store.ts'
import { isOver } from '../pause/carry-out-pause.ts'
import { notifyOfPause } from '../pause/notify-of-pause.ts'
import { isPaused, isRest } from '../pause/pause-state.ts'
import { noticesOf } from '../notices/notices-of-period.ts'
import { reminderOf } from '../trial/trial-days.ts'
import { dueOf, nextTryOf, unpaidInvoices } from '../collect/unpaid-invoices.ts'
import { lapsesAfter } from './lapses.ts'
import { agreedPayment, compareRenewal, renewalOf } from './agreed-payment.ts'
import { isOneAtBank, stateOfPayment, type OpenRenewals } from './payment-on-its-way.ts'

/**
 * A subscription from Stripe: its paid invoices, how many of them are for whole cycles, and the PaymentIntents of the
 * invoices to record.
 */
export type Found = {
  readonly subscription: ProviderSubscription
  readonly paid: readonly ProviderInvoice[]
  readonly newIntents: ReadonlyMap<string, PaymentIntent>
  readonly cycles: number
  readonly payoff: PayoffState | null
  readonly open: OpenRenewals
}

const [hour, day] = [60 * 60 * 1000, 24 * 60 * 60 * 1000]
/**
 * The time allowed for a renewal, in milliseconds. Stripe charges a renewal's invoice an hour after the period begins.
 */
const renewalTakes = 2 * hour

/**
 * Records the state of a subscription on Stripe, its new renewals and the resulting emails, in one
 * transaction with `alongside`. Undefined, with nothing written, if our row has changed since it was read.
 */
export async function saveSubscription(
  services: Services,
  row: Subscription,
  order: Purchase,
  found: Found,
  cause: string,
  alongside?: Alongside,
): Promise<Subscription | undefined> {
  const now = services.clock.now()
  const renewals: string[] = []
  const saved = await inTransaction(services.db, async (tx) => {
    const changed = await changeSubscription(tx, row, changeOf(row, order, found, now))
    if (changed === undefined) return undefined
    for (const invoice of found.paid) {
      const intent = found.newIntents.get(invoice.id)
      if (intent === undefined) continue
      const agreed = agreedPayment(changed, invoice)
      const renewal = renewalOf(changed, { invoice, agreed }, intent)
      const recorded = renewal && (await recordRenewal(services, tx, order, renewal, cause))
      if (recorded === undefined) continue
      renewals.push(recorded.id)
      await compareRenewal(services, tx, changed, { invoice, agreed }, recorded)
    }
    await notifyBuyer(tx, { before: row, after: changed, order, found }, now)
    await recordInHistory(tx, { before: row, after: changed, order, found }, cause)
    await notifyPriceChange(tx, row, changed, order)
    await notifyOfPause(tx, row, changed, order, cause)
    if (hasEnded(changed.status) && !hasEnded(row.status)) await followEnd(tx, order.id)
    await alongside?.(tx)
    return changed
  })
  if (saved === undefined) return undefined
  services.metrics.purchases.inc({ outcome: 'paid' }, renewals.length)
  const { id, status, paidCycles } = saved
  const isNews = renewals.length > 0 || status !== row.status
  if (isNews) services.log.info({ subscription: id, status, paidCycles, renewals, cause }, 'subscription')
  return saved
}

function changeOf(row: Subscription, order: Purchase, found: Found, now: Date) {
  const { subscription, paid, open, cycles, payoff } = found
  const prices = settledPrices(row, subscription, paid)
  const isPaid = wasPaid(order.status)
  const { status: atProvider, cancelAtPeriodEnd } = subscription
  const hasBegun = isPaid || cycles > 0
  const rests = isRest(row, subscription, cycles)
  const atRest = isPaused(row) ? ('paused' as const) : ('active' as const)
  const known = rests ? atRest : statusOf(atProvider, row.status)
  const status = hasBegun ? known : unpaidStatus(atProvider, row.status)
  // Before the subscription has begun in our records, the buyer cannot fix anything on its page.
  const isBegun = status !== 'incomplete' && status !== 'incomplete_expired'
  const unpaid = isBegun ? unpaidInvoices(row, found) : []
  const [newest] = unpaid
  // After a cancellation, renewals that were held back need not be released.
  const isTakenBack = !cancelAtPeriodEnd || isCanceledHere(row) || hasEnded(atProvider)
  const isResumed = row.cancellation === 'resume' && !cancelAtPeriodEnd
  const { endedAt } = subscription
  const paymentFailedAt = newest === undefined ? null : (newest.finalizedAt ?? row.paymentFailedAt ?? now)
  const nextPaymentAttempt = newest === undefined ? null : nextTryOf(newest, subscription)
  return {
    status,
    stripeSubscriptionId: subscription.id,
    stripeCustomerId: subscription.customerId,
    billingCycleAnchor: subscription.billingCycleAnchor,
    currentPeriodEnd: subscription.currentPeriodEnd,
    // On Stripe, a pause moves the end of a trial that was over long ago.
    trialEnd: cycles > 0 && row.pauseAskedAt !== null ? row.trialEnd : subscription.trialEnd,
    trialReminderAt: rests ? null : reminderAt(row, subscription),
    ...noticesOf(row, subscription, rests),
    cancelAt: subscription.cancelAt,
    cancelAtPeriodEnd,
    canceledAt: subscription.canceledAt,
    endedAt,
    unpaidInvoiceId: newest?.id ?? null,
    ...(newest !== undefined && { unpaidAmount: dueOf(unpaid), unpaidAmountOf: newest.id }),
    paymentOnItsWay: stateOfPayment(subscription, open),
    paymentFailedAt,
    nextPaymentAttempt,
    ...lapsesAfter(row, { status, endedAt, paymentFailedAt, nextPaymentAttempt }, now),
    // An older release that runs at the same time does not record this when a payment arrives.
    ...(payoff === 'paid' ? { payoffPaid: true } : {}),
    ...(payoff === 'lost' && isTakenBack ? { payoffPurchaseId: null } : {}),
    ...(isResumed ? { cancellation: null, cancellationBy: null, cancellationAt: null } : {}),
    ...afterPause(row, subscription),
    ...presentTerms(row, prices, subscription.currentPeriodEnd),
    ...(prices !== null && { agreedPrices: JSON.stringify(prices) }),
    paidCycles: cycles,
    checkCount: 0,
    nextCheckAt:
      payoffCheck(found, now) ??
      pauseCheck(row, found, now) ??
      priceCheck(row, prices, found, now) ??
      nextCheck(row, found, { isPaid, isUnpaid: unpaid.length > 0 }, now),
    updatedAt: now,
  }
}

/** A pause that is over, or that was undone before it began on Stripe, leaves nothing behind. */
function afterPause(row: Subscription, found: ProviderSubscription) {
  const isGone = found.status !== 'trialing' && !isPaused(row)
  const isDone = isOver(row, found) || hasEnded(found.status) || isGone
  return row.pauseUntil !== null && isDone
    ? { pauseFrom: null, pauseUntil: null, pauseBy: null, skips: 0 }
    : {}
}

/**
 * A trial whose end was moved on Stripe gets a new reminder. The subscription has not begun until its first payment.
 */
function reminderAt(row: Subscription, { status, trialEnd }: ProviderSubscription): Date | null {
  if (status !== 'trialing' && status !== 'incomplete') return null
  const isMoved = trialEnd?.getTime() !== row.trialEnd?.getTime()
  return isMoved ? reminderOf(trialEnd, row.trialDays) : row.trialReminderAt
}

/** The subscription may already run on Stripe. For us it begins with its payment, or with a saved card. */
function unpaidStatus(status: string, before: SubscriptionStatus): SubscriptionStatus {
  return hasEnded(status) ? 'incomplete_expired' : before
}

/** A state that Stripe introduces later does not replace the known one. */
function statusOf(status: string, before: SubscriptionStatus): SubscriptionStatus {
  return statuses.find((known) => known === status) ?? before
}

const statuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const satisfies readonly SubscriptionStatus[]

/**
 * When to compare again without an event: daily if the number of cycles is limited, a payment failed, a bank is
 * processing one, the first one has not been made, or an older one is open; in two hours if a payment has begun;
 * otherwise after each renewal. An open balance after the end is checked less and less often.
 */
function nextCheck(
  row: Subscription,
  { subscription: { status, currentPeriodEnd, endedAt, latestInvoice }, open }: Found,
  { isPaid, isUnpaid }: { readonly isPaid: boolean; readonly isUnpaid: boolean },
  now: Date,
) {
  if (hasEnded(status)) {
    const since = isUnpaid && endedAt !== null ? now.getTime() - endedAt.getTime() : 0
    return isUnpaid || isOneAtBank(open) ? new Date(now.getTime() + Math.max(day, since)) : null
  }
  const renewed = currentPeriodEnd.getTime() + renewalTakes
  const soon = now.getTime() + hour
  const isWatched = row.cancelAfter > 0 || status !== 'active' || !isPaid || open.size > 0
  const isDraft = latestInvoice?.reason === 'cycle' && latestInvoice.status === 'draft'
  // The draft of a renewal that began just before a pause is older than the pause's invoice.
  const isJustPaused = row.pauseAskedAt !== null && now.getTime() < row.pauseAskedAt.getTime() + renewalTakes
  const isBegun = isDraft || isJustPaused
  const within = isBegun ? renewalTakes : isWatched ? day : Infinity
  const next = Math.min(renewed, now.getTime() + within)
  return new Date(Math.max(next, soon))
}

/** Compares often during an early payoff, and soon after one failed, in case renewals were still held back. */
function payoffCheck({ payoff, subscription }: Found, now: Date): Date | undefined {
  if (payoff === 'open') return secondsAfter(now, 60)
  return payoff === 'lost' && !hasEnded(subscription.status) ? secondsAfter(now, 120) : undefined
}

/** Compares often until Stripe has the requested pause, but waits for a renewal in progress. */
function pauseCheck(row: Subscription, { subscription }: Found, now: Date): Date | undefined {
  const isMade = subscription.status === 'trialing' || isOver(row, subscription)
  return isPaused(row) && !isMade && !hasEnded(subscription.status) ? secondsAfter(now, 600) : undefined
}

/**
 * Compares soon after a price change, in case an earlier request was still on its way; Stripe's events do not delay
 * that. It also compares soon if the change could not be made, unless the buyer has canceled.
 */
function priceCheck(
  row: Subscription,
  prices: Subscription['agreedPrices'],
  { subscription }: Found,
  now: Date,
): Date | undefined {
  const newest = prices?.at(-1)
  if (newest === undefined || hasEnded(subscription.status) || isCanceledHere(row)) return undefined
  if (newest.from === null) return secondsAfter(now, 600)
  const again = secondsAfter(new Date(newest.askedAt), 120)
  if (again > now) return again
  return newestPrice(row)?.from === null ? secondsAfter(now, 120) : undefined
}

type Changed = {
  readonly before: Subscription
  readonly after: Subscription
  readonly order: Purchase
  readonly found: Found
}

async function notifyBuyer(tx: Transaction<Database>, change: Changed, now: Date): Promise<void> {
  const { before, after, order, found } = change
  const to = { purchaseId: order.id, recipient: mailAddressOf(order), at: now }
  const unpaid = after.unpaidInvoiceId === null ? [] : unpaidInvoices(before, found)
  const [newest] = unpaid
  if (newest !== undefined) {
    const { id, amountDue, currency } = newest
    const data = {
      invoiceId: id,
      total: amountDue,
      due: dueOf(unpaid),
      currency,
      nextPaymentAttempt: nextTryOf(newest, found.subscription)?.toISOString() ?? null,
    }
    await enqueueMail(tx, { ...to, kind: 'renewal_failed', about: id, data })
  }
  if (hasJustEnded(before, after)) {
    const endedAt = (after.endedAt ?? now).toISOString()
    const isAtBank = isOneAtBank(found.open)
    const owed = newest === undefined ? {} : { due: dueOf(unpaid), currency: newest.currency }
    const data = { endedAt, paidCycles: after.paidCycles, reason: reasonOf(change), isAtBank, ...owed }
    await enqueueMail(tx, { ...to, kind: 'subscription_ended', about: after.id, data })
  }
}

/** Adds failed renewals, and ends that were not requested here, to the history, in English. */
async function recordInHistory(tx: Transaction<Database>, change: Changed, cause: string): Promise<void> {
  const { before, after, order, found } = change
  for (const { id: subject } of before.unpaidInvoiceId === null ? [] : found.paid) {
    const isRepaired =
      subject === before.unpaidInvoiceId ||
      (found.newIntents.has(subject) &&
        (await hasHappened(tx, order.id, { event: 'renewal_failed', subject })))
    if (isRepaired) await recordEvent(tx, order.id, { event: 'renewal_paid', subject }, cause)
  }
  const { unpaidInvoiceId: subject, nextPaymentAttempt } = after
  const isNews = subject !== null && subject !== before.unpaidInvoiceId
  if (isNews && !(await hasHappened(tx, order.id, { event: 'renewal_failed', subject }))) {
    const next =
      nextPaymentAttempt === null
        ? 'It will not be retried'
        : `The next attempt is on ${dayText(nextPaymentAttempt.getTime())}`
    await recordEvent(tx, order.id, { event: 'renewal_failed', subject }, next)
  }
  if (!hasJustEnded(before, after)) return
  const reason = reasonOf(change)
  // A subscription with an open balance has ended as agreed.
  if (after.cancellation === null && subject === null && reason !== 'completed') {
    const why = reason === 'unpaid' ? 'The card could not be charged' : 'Canceled at the card provider'
    await recordEvent(tx, order.id, { event: 'subscription_canceled', subject: after.id }, why)
  }
  await recordEvent(tx, order.id, { event: 'subscription_ended', subject: after.id }, `ended: ${reason}`)
}

/** Whether a subscription that had begun has ended. One that had not begun ends without an entry. */
function hasJustEnded(before: Subscription, after: Subscription): boolean {
  const hadBegun = after.paidCycles > 0 || (after.trialDays > 0 && before.status !== 'incomplete')
  return hasEnded(after.status) && !hasEnded(before.status) && hadBegun
}

/** Why the subscription ended: all cycles were paid, it was canceled, or its card could no longer be charged. */
function reasonOf({ before, after, found }: Changed): 'completed' | 'canceled' | 'unpaid' {
  if (isPaidUp(after, after.paidCycles) || found.payoff === 'paid') return 'completed'
  if (after.cancellation !== null) return 'canceled'
  // After a trial there is only one attempt, so its failure is read together with the subscription's end.
  const isUnpaid = before.unpaidInvoiceId !== null || after.unpaidInvoiceId !== null
  return isUnpaid || isTriedAndClosed(found.subscription) ? 'unpaid' : 'canceled'
}
