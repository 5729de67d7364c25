import { CardDeclined, OutcomeUnknown, ProviderRefused } from '#foundation/card-provider/errors.ts'
import { secondsAfter } from '#foundation/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { noteEvent } from '#payments/purchases/note-event.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { bringUpToDate } from './cancel-subscription.ts'
import { hasEnded } from './correct-end.ts'
import { CardRefused, CollectionUnknown, SubscriptionEnded } from './errors.ts'
import { scheduleCheck, type Subscription } from './store.ts'
import { syncSubscription } from './sync-subscription.ts'

/** What became of it is looked up after this, should nobody be there to do it at once; in seconds. */
const lookedUpAfter = 60

/**
 * Tries the card of a subscription once more for the renewal that it did not pay, without the buyer. Answers the
 * subscription where nothing is unpaid, be it that somebody was faster. Throws `CardRefused`, `SubscriptionEnded`, or
 * `CollectionUnknown` when the provider gave no answer. Safe to repeat: an invoice is paid once.
 */
export async function collectNow(services: PaymentServices, row: Subscription): Promise<Subscription> {
  const present = await bringUpToDate(services, row, 'asked by seller')
  if (hasEnded(present.status) || present.cancellation === 'now') throw new SubscriptionEnded()
  if (present.unpaidInvoiceId === null) return present
  await recordTry(services, present, present.unpaidInvoiceId)
  const refusal = await tryCard(services, present, present.unpaidInvoiceId)
  const after = await syncAfter(services, present)
  if (after?.unpaidInvoiceId === null) return after
  services.log.info({ subscription: row.id, reason: refusal?.details.reason }, 'a renewal was tried in vain')
  throw refusal ?? new CollectionUnknown()
}

async function recordTry(
  { db, clock }: PaymentServices,
  { id, orderId }: Subscription,
  invoiceId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await noteEvent(tx, orderId, { event: 'renewal_retried', subject: invoiceId }, 'asked by seller')
    await scheduleCheck(tx, id, secondsAfter(clock.now(), lookedUpAfter))
  })
}

/** Undefined where the card was not refused: it has paid, nothing was open any more, or nobody knows. */
async function tryCard(
  { provider, log }: PaymentServices,
  { id, stripeAccountId }: Subscription,
  invoiceId: string,
): Promise<CardRefused | undefined> {
  try {
    const isPaid = await provider.collectInvoice(stripeAccountId, invoiceId)
    return isPaid ? undefined : new CardRefused(needsBuyer, 'authentication_required')
  } catch (error) {
    if (error instanceof CardDeclined) {
      const message = error.reason === 'authentication_required' ? needsBuyer : declined
      return new CardRefused(message, error.reason)
    }
    const isOpen = error instanceof ProviderRefused || error instanceof OutcomeUnknown
    if (!isOpen) throw error
    log.warn({ err: error, subscription: id, invoice: invoiceId }, 'a renewal could not be tried')
    return error instanceof ProviderRefused ? new CardRefused(noCard, error.code) : undefined
  }
}

const declined =
  'The card was declined again. Send the buyer their link, so that they can pay with another card.'
const needsBuyer =
  'The bank wants the buyer to confirm this payment. Send them their link, so that they can do so.'
const noCard =
  'The card could not be charged. Send the buyer their link, so that they can pay with another card.'

/** Undefined while the provider cannot be asked. */
async function syncAfter(services: PaymentServices, row: Subscription): Promise<Subscription | undefined> {
  try {
    return await syncSubscription(services, row, 'asked by seller')
  } catch (error) {
    services.log.warn({ err: error, subscription: row.id }, 'a subscription could not be compared')
    return undefined
  }
}
