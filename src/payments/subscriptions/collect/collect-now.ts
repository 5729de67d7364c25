import { msg, say } from '#foundation/language/t.ts'
import { CardDeclined, OutcomeUnknown, ProviderRefused } from '#foundation/card-provider/errors.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { recordEvent } from '#payments/purchases/settle/record-event.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { askFirst } from '../change/ask-first.ts'
import { bringUpToDate } from '../end/cancel-subscription.ts'
import { hasEnded, isPaidUp } from '../end/correct-end.ts'
import { CardRefused, CollectionUnknown, SubscriptionEnded } from '../errors.ts'
import { listDeclined } from '../sync/payment-on-its-way.ts'
import { scheduleCheck, type Subscription } from '../store.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'
import { isDue } from './unpaid-invoices.ts'

/** The cause, as recorded in the history. */
const bySeller = 'asked by seller'

/** After how many seconds an interrupted check of the outcome is repeated. */
const lookedUpAfter = 60

/**
 * Charges a subscription's card again for its unpaid renewals, oldest first, while the buyer is away. Returns
 * the subscription if nothing is unpaid, even if another request was faster. Throws `CardRefused`,
 * `SubscriptionEnded`, or `CollectionUnknown` without a response. Safe to repeat, because an invoice is paid
 * only once.
 */
export async function collectNow(services: PaymentServices, row: Subscription): Promise<Subscription> {
  const present = await bringUpToDate(services, row, bySeller)
  const isUnpaid = present.unpaidInvoiceId !== null
  const isCanceled = present.cancellation === 'now' || (isUnpaid && !isDue(present))
  const isOver = hasEnded(present.status) && !isUnpaid && !isPaidUp(present, present.paidCycles)
  if (isOver || isCanceled) throw new SubscriptionEnded()
  if (!isUnpaid) return present
  const refusal = await tryDeclined(services, present)
  const after = await syncAfter(services, present)
  if (after?.unpaidInvoiceId === null) return after
  services.log.info({ subscription: row.id, reason: refusal?.details.reason }, 'a renewal attempt failed')
  throw refusal ?? new CollectionUnknown('sale')
}

/** Charges renewals until one is not paid. Undefined if none was declined. */
async function tryDeclined(services: PaymentServices, row: Subscription): Promise<CardRefused | undefined> {
  const { declined, cardId } = await askFirst(
    async () => ({ declined: await listDeclined(services, row), cardId: await lastCardOf(services, row) }),
    () => new CardRefused(say(noCard), 'unknown'),
  )
  for (const { id } of declined) {
    await recordTry(services, row, id)
    const outcome = await tryCard(services, row, id, cardId)
    if (outcome !== 'paid') return outcome === 'unknown' ? undefined : outcome
  }
  return undefined
}

/**
 * The card that was charged until the end. Stripe needs it for an ended subscription. Null if Stripe uses the
 * subscription's own card.
 */
async function lastCardOf(
  { provider }: PaymentServices,
  { status, stripeAccountId: account, stripeSubscriptionId: id }: Subscription,
): Promise<string | null> {
  return hasEnded(status) && id !== null ? (await provider.retrieveSubscription(account, id)).cardId : null
}

async function recordTry(
  { db, clock }: PaymentServices,
  { id, orderId }: Subscription,
  invoiceId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await recordEvent(tx, orderId, { event: 'renewal_retried', subject: invoiceId }, bySeller)
    await scheduleCheck(tx, id, secondsAfter(clock.now(), lookedUpAfter))
  })
}

async function tryCard(
  { provider, log }: PaymentServices,
  { id, stripeAccountId }: Subscription,
  invoiceId: string,
  cardId: string | null,
): Promise<'paid' | 'unknown' | CardRefused> {
  try {
    const isPaid = await provider.collectInvoice(stripeAccountId, invoiceId, cardId)
    return isPaid ? 'paid' : new CardRefused(say(needsBuyer), 'authentication_required')
  } catch (error) {
    if (error instanceof CardDeclined) {
      const message = error.reason === 'authentication_required' ? needsBuyer : declined
      return new CardRefused(say(message), error.reason)
    }
    const isOpen = error instanceof ProviderRefused || error instanceof OutcomeUnknown
    if (!isOpen) throw error
    log.warn({ err: error, subscription: id, invoice: invoiceId }, 'a renewal could not be attempted')
    return error instanceof ProviderRefused ? new CardRefused(say(noCard), error.code) : 'unknown'
  }
}

const declined = msg(
  'The card was declined again. Send the buyer their link so they can pay with another card.',
)
const needsBuyer = msg('The bank needs the buyer to confirm this payment. Send them their link.')
const noCard = msg(
  'The card could not be charged. Send the buyer their link so they can pay with another card.',
)

async function syncAfter(services: PaymentServices, row: Subscription): Promise<Subscription | undefined> {
  try {
    return await syncSubscription(services, row, bySeller)
  } catch (error) {
    services.log.warn({ err: error, subscription: row.id }, 'a subscription could not be compared')
    return undefined
  }
}
