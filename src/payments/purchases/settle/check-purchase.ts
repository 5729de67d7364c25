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

/** A charge request is given this long to show up at the provider before it is blocked for good, in milliseconds. */
const arrivalTime = 90_000
/** How far apart the provider's clock and ours may be, in seconds. */
const clockSkew = 300

/**
 * Asks the provider what became of a purchase, and settles it. Safe to repeat and to run beside itself. A charge that
 * never arrived is blocked before the purchase counts as canceled, so that it cannot take place afterwards.
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

/** What became of the charge: undefined while its request may still be on its way, `never` once it cannot arrive. */
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
 * What became of a charge request that left no trace for so long: its key
 * is used up, so that it can no longer take place. A key that is taken already means that the request did run: then
 * it either left a PaymentIntent by now, or it failed for good.
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
    // A list does not tell what pays.
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

/** Asks about a payment that the buyer's bank has: never given up, since it may be paid on the last day. */
async function checkAtBank(services: PaymentServices, purchase: Purchase, cause: string): Promise<Purchase> {
  const { stripeAccountId: account, paymentIntentId } = purchase
  if (paymentIntentId === null) return purchase
  const outcome = outcomeOf(await services.provider.retrievePaymentIntent(account, paymentIntentId))
  const isOver = outcome.status === 'paid' || outcome.status === 'failed' || outcome.status === 'canceled'
  if (isOver) return settlePurchase(services, purchase, outcome, cause)
  await scheduleCheck(services.db, purchase, nextLookAtBank(services, purchase))
  return purchase
}

/**
 * Gives up an authentication that its buyer does not want to finish: after that it can no longer be completed. One
 * that was completed in the meantime is paid.
 */
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
  if (closed.status === 'succeeded') return settlePurchase(services, purchase, outcomeOf(closed), cause)
  // What a bank did not carry out of a subscription that goes on may be collected again, days later.
  const next = purchase.settlesBy === null ? nextCheck : nextLookAtBank
  await scheduleCheck(services.db, purchase, closed.status === 'canceled' ? null : next(services, purchase))
  return purchase
}

/** Cancels a PaymentIntent, or reads it where it can no longer be canceled because it succeeded. */
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

/** 5, 10, 20, … seconds, at most ten minutes. */
function nextCheck({ clock }: PaymentServices, purchase: Purchase): Date {
  return secondsAfter(clock.now(), Math.min(5 * 2 ** Math.min(purchase.checkCount, 7), 600))
}

/** After a quarter of the time that the bank has had it already: between a minute and six hours. */
function nextLookAtBank({ clock }: PaymentServices, { updatedAt }: Purchase): Date {
  const now = clock.now()
  const seconds = (now.getTime() - updatedAt.getTime()) / 4000
  return secondsAfter(now, Math.min(Math.max(seconds, 60), 6 * 60 * 60))
}

/**
 * Settles the purchase that a PaymentIntent's event tells of. The PaymentIntent is read afresh: the event may be old,
 * early or double. A PaymentIntent without a purchase's id was not made by us and is left alone, and one for another amount
 * changes nothing. Answers whether the
 * purchase is known. One that another PaymentIntent has paid is looked at all the same: it may be a second charge. `alongside` happens in the transaction in which the purchase changes, if it does.
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
 * Whether a PaymentIntent names an open purchase without being its payment: another one, for another amount or currency. A
 * seller can make such a one in their own account.
 */
function isForeign(purchase: Purchase, intent: PaymentIntent): boolean {
  if (wasPaid(purchase.status) || purchase.paymentIntentId === intent.id) return false
  return intent.amount !== purchase.total || (intent.amount > 0 && intent.currency !== purchase.currency)
}

/** Records money that came for a purchase and does not pay it: on the list of differences, and in the purchase's history. */
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
  log.error({ alarm: true, ...difference }, 'what was charged differs')
  await recordDifference(tx, difference)
  await recordEvent(tx, purchase.id, happened, cause)
}
