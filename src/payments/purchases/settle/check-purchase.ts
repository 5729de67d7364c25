import type { Transaction } from 'kysely'
import type { CardProvider } from '#foundation/card-provider/card-provider.ts'
import { IdempotencyKeyTaken, ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { canHavePieces } from '#payments/stock/stock.ts'
import { inTransaction, type Alongside } from '#foundation/db/database.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { recordDifference } from '../records/book-differences.ts'
import type { PaymentServices } from '../payment-services.ts'
import { abandonedAfter, asksProvider, type Purchase, wasPaid } from '../purchase.ts'
import { scheduleCheck } from '../store.ts'
import { hasHappened, recordEvent } from './record-event.ts'
import { outcomeOf } from './outcome.ts'
import { amountDifference, settlePurchase } from './settle-purchase.ts'

/** How long a charge request may take to reach Stripe before it is blocked permanently, in milliseconds. */
const arrivalTime = 90_000
/** How far apart Stripe's clock and ours can be, in seconds. */
const clockSkew = 300

/**
 * Reads a purchase's outcome from Stripe and settles it. Safe to repeat and to run concurrently. A charge that never
 * arrived is blocked before the purchase counts as canceled, so that it cannot happen later.
 */
export async function checkPurchase(
  services: PaymentServices,
  purchase: Purchase,
  cause: string,
): Promise<Purchase> {
  switch (purchase.status) {
    case 'created':
    case 'unknown':
      return checkUnsettled(services, purchase, cause)
    case 'requires_action':
      return checkAuthentication(services, purchase, cause)
    case 'processing':
      return checkAtBank(services, purchase, cause)
    case 'failed':
      return closeFailed(services, purchase, cause)
    case 'paid':
    case 'canceled':
    case 'partially_refunded':
    case 'refunded':
      return purchase
  }
}

async function checkUnsettled(
  services: PaymentServices,
  purchase: Purchase,
  cause: string,
): Promise<Purchase> {
  if (!asksProvider(purchase))
    return settlePurchase(services, purchase, { status: 'paid', intent: null }, cause)
  const intent = await findCharge(services, purchase)
  if (intent === undefined) {
    await checkAgain(services, purchase)
    return purchase
  }
  if (intent === 'never') {
    return settlePurchase(services, purchase, { status: 'canceled', intent: null }, `${cause}: never arrived`)
  }
  const outcome = outcomeOf(intent)
  const settled = await settlePurchase(services, purchase, outcome, cause)
  if (outcome.status === 'unknown') await checkAgain(services, settled)
  return settled
}

/**
 * Finds the PaymentIntent. Undefined while the charge request may still be on its way, and `never` once it cannot
 * arrive.
 */
async function findCharge(
  services: PaymentServices,
  purchase: Purchase,
): Promise<PaymentIntent | 'never' | undefined> {
  const isLate = services.clock.now().getTime() - purchase.createdAt.getTime() >= arrivalTime
  const recurring = await services.recurring.find(services, purchase)
  if (recurring !== undefined) return recurring.findIntent(isLate)
  const found = await findIntent(services.provider, purchase)
  return found ?? (isLate ? lateIntent(services, purchase) : undefined)
}

/**
 * Blocks a charge request that has left no trace for a while, by using up its idempotency key. If the key is already
 * used, the request did arrive: by now it has created a PaymentIntent or failed permanently.
 */
async function lateIntent(services: PaymentServices, purchase: Purchase): Promise<PaymentIntent | 'never'> {
  try {
    await services.provider.blockCharge(purchase.stripeAccountId, purchase)
    return 'never'
  } catch (error) {
    if (!(error instanceof IdempotencyKeyTaken)) throw error
    return (await findIntent(services.provider, purchase)) ?? 'never'
  }
}

async function findIntent(provider: CardProvider, purchase: Purchase): Promise<PaymentIntent | undefined> {
  const { stripeAccountId: account, paymentIntentId, createdAt } = purchase
  if (paymentIntentId !== null) return provider.retrievePaymentIntent(account, paymentIntentId)
  const from = secondsAfter(createdAt, -clockSkew)
  const to = secondsAfter(createdAt, arrivalTime / 1000 + clockSkew)
  for await (const intent of provider.listPaymentIntents(account, from, to)) {
    // Stripe's list does not include the payment method.
    if (intent.purchaseId === purchase.id && !isForeign(purchase, intent))
      return provider.retrievePaymentIntent(account, intent.id)
  }
  return undefined
}

async function checkAuthentication(
  services: PaymentServices,
  purchase: Purchase,
  cause: string,
): Promise<Purchase> {
  const { stripeAccountId: account, paymentIntentId, createdAt } = purchase
  if (paymentIntentId === null) return purchase
  const intent = await services.provider.retrievePaymentIntent(account, paymentIntentId)
  const outcome = outcomeOf(intent)
  if (outcome.status === 'unknown') {
    await checkAgain(services, purchase)
    return purchase
  }
  if (outcome.status !== 'requires_action') return settlePurchase(services, purchase, outcome, cause)
  const isInTime = services.clock.now().getTime() - createdAt.getTime() < abandonedAfter(purchase) * 1000
  const isToBeHad = await canHavePieces(services.db, purchase)
  if (isInTime && isToBeHad) return purchase
  const closed = await closeIntent(services, purchase, paymentIntentId)
  const why = isToBeHad ? 'abandoned' : 'sold out'
  return settlePurchase(services, purchase, outcomeOf(closed), `${cause}: ${why}`)
}

/** A payment at the buyer's bank is never abandoned, because it can be paid on the last day. */
async function checkAtBank(services: PaymentServices, purchase: Purchase, cause: string): Promise<Purchase> {
  const { stripeAccountId: account, paymentIntentId } = purchase
  if (paymentIntentId === null) return purchase
  const outcome = outcomeOf(await services.provider.retrievePaymentIntent(account, paymentIntentId))
  const isOver = outcome.status === 'paid' || outcome.status === 'failed' || outcome.status === 'canceled'
  if (isOver) return settlePurchase(services, purchase, outcome, cause)
  await scheduleCheck(services.db, purchase, nextLookAtBank(services, purchase))
  return purchase
}

/** Abandons an authentication so that it can no longer be completed. If it was completed before that, it is paid. */
export async function cancelAuthentication(
  services: PaymentServices,
  purchase: Purchase,
  cause: string,
): Promise<Purchase> {
  const { status, paymentIntentId } = purchase
  if (status !== 'requires_action' || paymentIntentId === null) return purchase
  const closed = await closeIntent(services, purchase, paymentIntentId)
  return settlePurchase(services, purchase, outcomeOf(closed), cause)
}

async function closeFailed(services: PaymentServices, purchase: Purchase, cause: string): Promise<Purchase> {
  if (purchase.paymentIntentId === null) return purchase
  const closed = await closeIntent(services, purchase, purchase.paymentIntentId)
  if (closed.status === 'succeeded') {
    const settled = await settlePurchase(services, purchase, outcomeOf(closed), cause)
    // A trial that was confirmed with a card that has already had this trial stays failed.
    if (settled.status === 'failed') await scheduleCheck(services.db, settled, null)
    return settled
  }
  // A failed debit for a subscription that continues can be collected again days later.
  const next = purchase.settlesBy === null ? nextCheck : nextLookAtBank
  await scheduleCheck(services.db, purchase, closed.status === 'canceled' ? null : next(services, purchase))
  return purchase
}

async function closeIntent(
  services: PaymentServices,
  purchase: Purchase,
  id: string,
): Promise<PaymentIntent> {
  const { stripeAccountId: account } = purchase
  const recurring = await services.recurring.find(services, purchase)
  if (recurring !== undefined) return recurring.close(id)
  try {
    return await services.provider.cancelPaymentIntent(account, id)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    return services.provider.retrievePaymentIntent(account, id)
  }
}

async function checkAgain(services: PaymentServices, purchase: Purchase): Promise<void> {
  await scheduleCheck(services.db, purchase, nextCheck(services, purchase))
}

/** The pauses between checks: 5, 10, 20, … seconds, up to ten minutes. */
function nextCheck({ clock }: PaymentServices, purchase: Purchase): Date {
  return secondsAfter(clock.now(), Math.min(5 * 2 ** Math.min(purchase.checkCount, 7), 600))
}

/**
 * The next check comes after a quarter of the time that the payment has been at the bank, but after a minute at least
 * and six hours at most.
 */
function nextLookAtBank({ clock }: PaymentServices, { updatedAt }: Purchase): Date {
  const now = clock.now()
  const seconds = (now.getTime() - updatedAt.getTime()) / 4000
  return secondsAfter(now, Math.min(Math.max(seconds, 60), 6 * 60 * 60))
}

/**
 * Settles the purchase of the PaymentIntent in an event. It is read from Stripe, because the event can be old, early or
 * a duplicate. PaymentIntents without a purchase's id are not ours, and one with another amount changes nothing. A
 * purchase paid by another PaymentIntent is still checked, because this may be a second charge. `alongside` runs in the
 * transaction that changes the purchase, if any. Returns whether the purchase is known.
 */
export async function settleByEvent(
  services: PaymentServices,
  account: string,
  paymentIntentId: string,
  purchaseId: string | undefined,
  alongside: Alongside,
): Promise<boolean> {
  if (purchaseId === undefined) return true
  const purchase = await findPurchaseById(services.db, purchaseId)
  if (purchase === undefined || purchase.stripeAccountId !== account) return false
  if (wasPaid(purchase.status) && purchase.paymentIntentId === paymentIntentId) return true
  const intent = await services.provider.retrievePaymentIntent(account, paymentIntentId)
  if (isForeign(purchase, intent)) await recordOtherAmount(services, purchase, intent, 'webhook', alongside)
  else await settlePurchase(services, purchase, outcomeOf(intent), 'webhook', { alongside })
  return true
}

/**
 * Whether a PaymentIntent refers to an open purchase but does not pay for it, because it is another one, or
 * has another amount or currency. Sellers can create these in their own accounts.
 */
function isForeign(purchase: Purchase, intent: PaymentIntent): boolean {
  if (wasPaid(purchase.status) || purchase.paymentIntentId === intent.id) return false
  return intent.amount !== purchase.total || (intent.amount > 0 && intent.currency !== purchase.currency)
}

/** Records money that does not pay for its purchase, as a difference and in the purchase's history. */
async function recordOtherAmount(
  services: PaymentServices,
  purchase: Purchase,
  intent: PaymentIntent,
  cause: string,
  alongside?: Alongside,
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    if (intent.status === 'succeeded') await record(services, tx, purchase, intent, cause)
    await alongside?.(tx)
  })
}

async function record(
  { log }: PaymentServices,
  tx: Transaction<Database>,
  purchase: Purchase,
  intent: PaymentIntent,
  cause: string,
): Promise<void> {
  const difference = amountDifference(purchase, intent)
  const happened = { event: 'other_amount', subject: intent.id } as const
  if (difference === undefined || (await hasHappened(tx, purchase.id, happened))) return
  log.error({ alarm: true, ...difference }, 'the charged amount or fee is not as ordered')
  await recordDifference(tx, difference)
  await recordEvent(tx, purchase.id, happened, cause)
}
