import type { Transaction } from 'kysely'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import { type Alongside, inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { chargeBeside, recordDifference, type BookDifference } from '../records/book-differences.ts'
import { paymentMessages } from '../messages.ts'
import type { PaymentServices } from '../payment-services.ts'
import { mailAddressOf, type Purchase, wasPaid } from '../purchase.ts'
import { findPurchase } from '../store.ts'
import { changeOf, markPaidInOneStatement, movePurchase } from './move-purchase.ts'
import { outcomeForPayer } from './confirmed-by.ts'
import { countOutcome, type Outcome } from './outcome.ts'

type Circumstances = {
  /** Runs in the same transaction as the change, or in a separate one if nothing changes. */
  readonly alongside?: Alongside
  /** Nothing recurring was started, so no subscription needs to be looked up. */
  readonly isPaidOnce?: boolean
}

/**
 * Settles a purchase; there is no other way to change its state. The response to a payment, the webhook, the buyer's
 * request and the reconciler all use this. All consequences are recorded in the same transaction. A repeated or
 * forbidden change has no effect, but a second charge for a paid purchase is recorded as a difference. Returns the
 * purchase in its new state.
 */
export async function settlePurchase(
  services: PaymentServices,
  purchase: Purchase,
  reported: Outcome,
  cause: string,
  circumstances: Circumstances = {},
): Promise<Purchase> {
  const expected = outcomeFor(purchase, reported)
  const facts = { 'tillform.status': expected.status, 'tillform.cause': cause }
  const { settled, outcome } = await services.tracer.ofPurchase(purchase.id, 'purchase.settle', facts, () =>
    whileSettling(purchase.id, () => recordOutcome(services, purchase, expected, cause, circumstances)),
  )
  if (settled === undefined) return (await findPurchase(services.db, purchase.id)) ?? purchase
  const { id, status, paymentIntentId, sellerId } = settled
  services.log.info(
    { purchase: id, seller: sellerId, status, paymentIntent: paymentIntentId, cause },
    'purchase',
  )
  countOutcome(services.metrics, outcome)
  return settled
}

/** @property settled undefined if nothing changed */
type Recorded = { readonly settled: Purchase | undefined; readonly outcome: Outcome }

/** Settles in one transaction. */
async function recordOutcome(
  services: PaymentServices,
  purchase: Purchase,
  reported: Outcome,
  cause: string,
  circumstances: Circumstances,
): Promise<Recorded> {
  const { alongside, isPaidOnce = false } = circumstances
  const now = services.clock.now()
  const paid = needsOnlyReceipt(purchase, reported, circumstances)
    ? await markPaidInOneStatement(services.db, purchase.id, changeOf(purchase, reported, now), cause, now)
    : undefined
  if (paid !== undefined) return { settled: paid, outcome: reported }
  return inTransaction(services.db, async (tx) => {
    const outcome = await outcomeForPayer(services, tx, purchase, reported)
    const moved = await movePurchase(tx, purchase.id, changeOf(purchase, outcome, now), cause)
    if (moved === undefined) await recordSecondCharge(services, tx, purchase, outcome)
    else if (outcome.status === 'paid') {
      await recordEffects(services, tx, moved, outcome.intent, purchase.applicationFeeAmount)
      if (!isPaidOnce) await services.recurring.followPaid(tx, moved, services.clock.now())
    } else await notifyBankDelay(services, tx, moved)
    await alongside?.(tx)
    return { settled: moved, outcome }
  })
}

/**
 * Whether a receipt is the only consequence, as for most payments: paid once, without a coupon or stock, for
 * the agreed amount, and with nothing else to record in the transaction.
 */
function needsOnlyReceipt(
  purchase: Purchase,
  outcome: Outcome,
  { alongside, isPaidOnce = false }: Circumstances,
): boolean {
  if (!isPaidOnce || alongside !== undefined || outcome.status !== 'paid') return false
  if (purchase.couponCode !== null || purchase.stockId !== null) return false
  return differencesOf(purchase, outcome.intent, purchase.applicationFeeAmount).length === 0
}

/** A purchase that was at a bank ends as paid or failed, never as canceled, even if it was canceled on Stripe. */
function outcomeFor({ status }: Purchase, reported: Outcome): Outcome {
  if (status !== 'processing' || reported.status !== 'canceled') return reported
  const paymentIntentId = reported.intent?.id ?? null
  return { status: 'failed', reason: 'canceled', message: paymentMessages.notCharged, paymentIntentId }
}

async function notifyBankDelay(
  services: PaymentServices,
  tx: Transaction<Database>,
  moved: Purchase,
): Promise<void> {
  const { id: purchaseId, status, settlesBy } = moved
  if (settlesBy === null) return
  const mail = { purchaseId, recipient: mailAddressOf(moved), at: services.clock.now() }
  if (status === 'processing') await enqueueMail(tx, { ...mail, kind: 'payment_processing' })
  if (status === 'failed') await enqueueMail(tx, { ...mail, kind: 'payment_returned' })
}

async function recordEffects(
  services: PaymentServices,
  tx: Transaction<Database>,
  purchase: Purchase,
  intent: PaymentIntent | null,
  agreedFee: number,
): Promise<void> {
  await enqueueMail(tx, {
    kind: 'receipt',
    purchaseId: purchase.id,
    recipient: mailAddressOf(purchase),
    at: services.clock.now(),
  })
  for (const difference of differencesOf(purchase, intent, agreedFee))
    await reportDifference(services, tx, difference)
}

/** A purchase that is reported as paid but did not change was already paid, by this charge or another one. */
async function recordSecondCharge(
  services: PaymentServices,
  tx: Transaction<Database>,
  { id }: Purchase,
  outcome: Outcome,
): Promise<void> {
  if (outcome.status !== 'paid' || outcome.intent === null) return
  const settled = await findPurchase(tx, id)
  if (settled !== undefined) await reportDifference(services, tx, secondCharge(settled, outcome.intent))
}

async function reportDifference(
  { log }: PaymentServices,
  tx: Transaction<Database>,
  difference: BookDifference | undefined,
): Promise<void> {
  if (difference === undefined) return
  log.error({ alarm: true, ...difference }, 'the charged amount or fee is not as ordered')
  await recordDifference(tx, difference)
}

function differencesOf(
  purchase: Purchase,
  intent: PaymentIntent | null,
  agreedFee: number,
): readonly BookDifference[] {
  if (intent === null) return []
  const differences = [amountDifference(purchase, intent), feeDifference(purchase, intent, agreedFee)]
  return differences.filter((difference) => difference !== undefined)
}

export function amountDifference(purchase: Purchase, intent: PaymentIntent): BookDifference | undefined {
  const { id: purchaseId, stripeAccountId, total, currency } = purchase
  const isNothing = total === 0 && intent.amountReceived === 0
  if (isNothing || (total === intent.amountReceived && currency === intent.currency)) return undefined
  return {
    kind: 'amount_differs',
    stripeAccountId,
    paymentIntentId: intent.id,
    purchaseId,
    details: {
      purchase: { total, currency },
      charge: { amount: intent.amountReceived, currency: intent.currency },
    },
  }
}

export function secondCharge(purchase: Purchase, intent: PaymentIntent): BookDifference | undefined {
  const { id: purchaseId, status, stripeAccountId, paymentIntentId: own } = purchase
  if (!wasPaid(status) || own === null || own === intent.id || intent.amountReceived === 0) return undefined
  return chargeBeside(stripeAccountId, intent, purchaseId)
}

/**
 * The accepted difference in minor units. An invoice's fee is a percentage that Stripe calculates, whose
 * rounding is not documented.
 */
const invoiceRounding = 1

export function feeDifference(
  { id: purchaseId, stripeAccountId, currency }: Purchase,
  intent: Pick<PaymentIntent, 'id' | 'applicationFeeAmount' | 'purchaseId'>,
  agreed: number,
): BookDifference | undefined {
  // Only the PaymentIntent of an invoice does not contain its purchase's id.
  const tolerance = intent.purchaseId === undefined ? invoiceRounding : 0
  if (Math.abs(intent.applicationFeeAmount - agreed) <= tolerance) return undefined
  return {
    kind: 'fee_differs',
    stripeAccountId,
    paymentIntentId: intent.id,
    purchaseId,
    details: {
      purchase: { total: agreed, currency },
      charge: { amount: intent.applicationFeeAmount, currency },
    },
  }
}

const settling = new Map<string, Promise<unknown>>()

/** Settles a purchase, and resolves every `untilSettled` for it in this process. */
export async function whileSettling<T>(purchaseId: string, settle: () => Promise<T>): Promise<T> {
  const work = settle()
  settling.set(purchaseId, work)
  try {
    return await work
  } finally {
    if (settling.get(purchaseId) === work) settling.delete(purchaseId)
  }
}

/** Resolves when this process has finished settling the purchase, successfully or not. */
export async function untilSettled(purchaseId: string): Promise<void> {
  await settling.get(purchaseId)?.catch(() => undefined)
}
