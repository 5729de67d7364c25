import type { Transaction } from 'kysely'
import { share } from '#accounts/billing/application-fee.ts'
import type { ProviderInvoice } from '#foundation/card-provider/invoices.ts'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import { inTransaction, type Alongside } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { SubscriptionStatus } from '#foundation/db/tables/subscriptions.ts'
import { longDayText } from '#foundation/day-text.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { taxWithin } from '#foundation/money/tax.ts'
import type { Services } from '#foundation/services.ts'
import { isReducedIn } from '#payments/pricing/later-payments.ts'
import { noteEvent } from '#payments/purchases/note-event.ts'
import { mailAddressOf, wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import { recordDifference } from '#payments/purchases/book-differences.ts'
import { recordRenewal, type PaidRenewal } from '#payments/purchases/record-renewal.ts'
import { agreedAmounts, cycleAt } from './agreed-amounts.ts'
import { hasEnded } from './correct-end.ts'
import { changeSubscription, type Subscription } from './store.ts'

/**
 * A subscription as the provider has it: its paid invoices, and how many of them are whole cycles; with the PaymentIntents
 * of those that are to be recorded.
 */
export type Found = {
  readonly subscription: ProviderSubscription
  readonly paid: readonly ProviderInvoice[]
  readonly newIntents: ReadonlyMap<string, PaymentIntent>
  readonly cycles: number
}

const hour = 60 * 60 * 1000
const day = 24 * hour
/** A renewal's invoice is charged an hour after the period began; milliseconds. */
const renewalTakes = 2 * hour

/**
 * Writes down what the provider says of a subscription, with the renewals that are new and the messages that follow, in
 * one transaction, `alongside` included. Undefined, and nothing written, when our row has changed since it was read.
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
      const renewal = intent && renewalOf(changed, invoice, intent)
      const recorded = renewal && (await recordRenewal(services, tx, order, renewal, cause))
      if (recorded === undefined) continue
      renewals.push(recorded.id)
      await compareRenewal(services, tx, changed, invoice, recorded)
    }
    await tellBuyer(tx, { before: row, after: changed, order, found }, now)
    await noteInHistory(tx, { before: row, after: changed, order, found }, cause)
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
  const { subscription, cycles } = found
  const isWithBank = order.status === 'processing'
  const unpaid = unpaidInvoice(found)
  const { status, cancelAtPeriodEnd } = subscription
  const isResumed = row.cancellation === 'resume' && !cancelAtPeriodEnd
  return {
    status: wasPaid(order.status) ? statusOf(status, row.status) : unpaidStatus(status, row.status),
    stripeSubscriptionId: subscription.id,
    stripeCustomerId: subscription.customerId,
    billingCycleAnchor: subscription.billingCycleAnchor,
    currentPeriodEnd: subscription.currentPeriodEnd,
    cancelAt: subscription.cancelAt,
    cancelAtPeriodEnd,
    canceledAt: subscription.canceledAt,
    endedAt: subscription.endedAt,
    unpaidInvoiceId: unpaid?.id ?? null,
    paymentFailedAt: unpaid === undefined ? null : (unpaid.finalizedAt ?? row.paymentFailedAt ?? now),
    nextPaymentAttempt: unpaid?.nextPaymentAttempt ?? null,
    ...(isResumed ? { cancellation: null, cancellationBy: null, cancellationAt: null } : {}),
    paidCycles: cycles,
    checkCount: 0,
    nextCheckAt: nextCheck(row, subscription, isWithBank, now),
    updatedAt: now,
  }
}

/** At the provider it may run already; for us it begins with its payment, or with the card for later ones. */
function unpaidStatus(status: string, before: SubscriptionStatus): SubscriptionStatus {
  return hasEnded(status) ? 'incomplete_expired' : before
}

/** A word that the provider may add later leaves the state that we know. */
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

/** The renewal that could not be charged. What is paid is read last, and may hold it by then. */
function unpaidInvoice({ subscription, paid }: Found): ProviderInvoice | undefined {
  const { status, latestInvoice } = subscription
  if (paid.some(({ id }) => id === latestInvoice?.id)) return undefined
  if (latestInvoice === null || latestInvoice.reason === 'first' || hasEnded(status)) return undefined
  return latestInvoice.status === 'open' && latestInvoice.wasAttempted ? latestInvoice : undefined
}

/**
 * When to compare again, should no event come: once a day where the number of cycles is limited, a payment failed or a
 * bank has the first one, else after each renewal.
 */
function nextCheck(
  row: Subscription,
  { status, currentPeriodEnd }: ProviderSubscription,
  isWithBank: boolean,
  now: Date,
) {
  if (hasEnded(status)) return null
  const renewed = currentPeriodEnd.getTime() + renewalTakes
  const soon = now.getTime() + hour
  const isWatched = row.cancelAfter > 0 || status !== 'active' || isWithBank
  const next = isWatched ? Math.min(renewed, now.getTime() + day) : renewed
  return new Date(Math.max(next, soon))
}

function renewalOf(
  row: Subscription,
  invoice: ProviderInvoice,
  intent: PaymentIntent,
): PaidRenewal | undefined {
  const { id: invoiceId, amountPaid: total, currency, finalizedAt, paidAt } = invoice
  if (total <= 0) return undefined
  if (finalizedAt === null || paidAt === null) return undefined
  const { title, taxTitle, taxPercentage, taxInclusive } = row
  const agreed = agreedPayment(row, invoice)
  const taxAmount = taxWithin(total, agreed, currency)
  // Of what was not charged as agreed nobody knows what was taken off.
  const discountAmount = total === agreed.total ? agreed.discountAmount : 0
  const taxed = { taxTitle, taxPercentage, taxInclusive }
  const line = { title, subtotal: total - taxAmount, taxAmount, total, discountAmount, ...taxed }
  const agreedFee = share(total, row.applicationFeeBasisPoints)
  return { invoiceId, intent, currency, line, agreedFee, chargedAt: finalizedAt, paidAt }
}

/** What the payment of an invoice's cycle was agreed to be, with what the order's coupon takes off it. */
function agreedPayment(row: Subscription, { reason, periodEnd }: ProviderInvoice) {
  const amounts = agreedAmounts(row)
  const anchor = (row.billingCycleAnchor ?? row.createdAt).getTime()
  const cycle = reason === 'cycle' ? cycleAt(row, anchor, periodEnd.getTime()) : null
  const isReduced = cycle !== null && isReducedIn(amounts, cycle)
  const discountAmount = isReduced ? row.discountAmount : 0
  return { ...(isReduced ? amounts.reduced : amounts.regular), discountAmount }
}

/** A renewal that was charged differently from what its order says is told to us, and to nobody whose fault it is not. */
async function compareRenewal(
  { log }: Services,
  tx: Transaction<Database>,
  row: Subscription,
  invoice: ProviderInvoice,
  { id: purchaseId, stripeAccountId, paymentIntentId }: Purchase,
): Promise<void> {
  if (invoice.reason !== 'cycle') return
  const { total: agreed } = agreedPayment(row, invoice)
  if (invoice.total === agreed && invoice.currency === row.currency) return
  const details = {
    purchase: { total: agreed, currency: row.currency },
    charge: { amount: invoice.total, currency: invoice.currency },
  }
  const difference = {
    kind: 'amount_differs' as const,
    stripeAccountId,
    paymentIntentId,
    purchaseId,
    details,
  }
  log.error({ alarm: true, subscription: row.id, ...difference }, 'a renewal is not as agreed')
  await recordDifference(tx, difference)
}

type Changed = {
  readonly before: Subscription
  readonly after: Subscription
  readonly order: Purchase
  readonly found: Found
}

async function tellBuyer(tx: Transaction<Database>, change: Changed, now: Date): Promise<void> {
  const { before, after, order, found } = change
  const to = { purchaseId: order.id, recipient: mailAddressOf(order), at: now }
  const unpaid = unpaidInvoice(found)
  if (unpaid !== undefined) {
    const { id, total, currency, nextPaymentAttempt } = unpaid
    const data = {
      invoiceId: id,
      total,
      currency,
      nextPaymentAttempt: nextPaymentAttempt?.toISOString() ?? null,
    }
    await enqueueMail(tx, { ...to, kind: 'renewal_failed', about: id, data })
  }
  const hasJustEnded = hasEnded(after.status) && !hasEnded(before.status)
  if (hasJustEnded && after.paidCycles > 0) {
    const endedAt = (after.endedAt ?? now).toISOString()
    const data = { endedAt, paidCycles: after.paidCycles, reason: reasonOf(before, after) }
    await enqueueMail(tx, { ...to, kind: 'subscription_ended', about: after.id, data })
  }
}

/** What became of a renewal that could not be charged, and an end that nobody asked for here. */
async function noteInHistory(
  tx: Transaction<Database>,
  { before, after, order, found }: Changed,
  cause: string,
): Promise<void> {
  const wasUnpaid = before.unpaidInvoiceId
  if (wasUnpaid !== null && found.paid.some(({ id }) => id === wasUnpaid))
    await noteEvent(tx, order.id, { event: 'renewal_paid', subject: wasUnpaid }, cause)
  const { unpaidInvoiceId: subject, nextPaymentAttempt } = after
  if (subject !== null && subject !== before.unpaidInvoiceId) {
    const next =
      nextPaymentAttempt === null
        ? 'It is not tried again'
        : `The next try is on ${longDayText(nextPaymentAttempt.getTime())}`
    await noteEvent(tx, order.id, { event: 'renewal_failed', subject }, next)
  }
  const hasJustEnded = hasEnded(after.status) && !hasEnded(before.status)
  if (!hasJustEnded || after.paidCycles === 0 || after.cancellation !== null) return
  const reason = reasonOf(before, after)
  if (reason === 'completed') return
  const why = reason === 'unpaid' ? 'The card could not be charged' : 'Canceled at the card provider'
  await noteEvent(tx, order.id, { event: 'subscription_canceled', subject: after.id }, why)
}

/** Why it ended: all cycles are paid, somebody canceled it, or its card could no longer be charged. */
function reasonOf(before: Subscription, after: Subscription): 'completed' | 'canceled' | 'unpaid' {
  if (after.cancelAfter > 0 && after.paidCycles >= after.cancelAfter) return 'completed'
  if (after.cancellation !== null) return 'canceled'
  return before.unpaidInvoiceId === null ? 'canceled' : 'unpaid'
}
