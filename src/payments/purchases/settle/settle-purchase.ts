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
import { countOutcome, type Outcome } from './outcome.ts'

type Circumstances = {
  /** What happens in the transaction of the change, with or without one. */
  readonly alongside?: Alongside
  /** Nothing was begun that recurs, as who recorded the purchase knows: no subscription is looked for. */
  readonly isPaidOnce?: boolean
}

/**
 * The one way in which a purchase's state changes: the answer to paying, the webhook, the buyer's question and the
 * reconciler all come here. Everything that follows from the change is recorded in the same transaction. A change that
 * has happened already, or that the present state forbids, has no effect; but a second charge for what is paid is put on the
 * list of differences. Answers the purchase as it stands then.
 */
export async function settlePurchase(
  services: PaymentServices,
  purchase: Purchase,
  told: Outcome,
  cause: string,
  circumstances: Circumstances = {},
): Promise<Purchase> {
  const outcome = outcomeFor(purchase, told)
  const facts = { 'tillform.status': outcome.status, 'tillform.cause': cause }
  const settled = await services.tracer.ofPurchase(purchase.id, 'purchase.settle', facts, () =>
    whileSettling(purchase.id, () => recordOutcome(services, purchase, outcome, cause, circumstances)),
  )
  if (settled === undefined) return (await findPurchase(services.db, purchase.id)) ?? purchase
  const { id, status, paymentIntentId, sellerId } = settled
  services.log.info(
    { purchase: id, seller: sellerId, status, paymentIntent: paymentIntentId, cause },
    'purchase',
  )
  countOutcome(services.metrics, outcome)
  // The bank refused it after the buyer had been asked; its client is no longer on the line.
  if (status === 'failed' && purchase.status === 'requires_action')
    await services.guard.countDecline(settled, null)
  return settled
}

/** Moves the purchase and records what follows, in one transaction; undefined where nothing moved. */
async function recordOutcome(
  services: PaymentServices,
  purchase: Purchase,
  outcome: Outcome,
  cause: string,
  circumstances: Circumstances,
): Promise<Purchase | undefined> {
  const { alongside, isPaidOnce = false } = circumstances
  const now = services.clock.now()
  const change = changeOf(purchase, outcome, now)
  const paid = isAllByItself(purchase, outcome, circumstances)
    ? await markPaidInOneStatement(services.db, purchase.id, change, cause, now)
    : undefined
  if (paid !== undefined) return paid
  return inTransaction(services.db, async (tx) => {
    const moved = await movePurchase(tx, purchase.id, change, cause)
    if (moved === undefined) await recordSecondCharge(services, tx, purchase, outcome)
    else if (outcome.status === 'paid') {
      await recordEffects(services, tx, moved, outcome.intent, purchase.applicationFeeAmount)
      if (!isPaidOnce) await services.recurring.followPaid(tx, moved, services.clock.now())
    } else await notifyBankDelay(services, tx, moved)
    await alongside?.(tx)
    return moved
  })
}

/**
 * Whether a receipt is all that follows, as of most payments: it was paid once, with no place of a coupon and no pieces of a
 * stock, as much as was agreed, and nobody else records anything in its transaction.
 */
function isAllByItself(
  purchase: Purchase,
  outcome: Outcome,
  { alongside, isPaidOnce = false }: Circumstances,
): boolean {
  if (!isPaidOnce || alongside !== undefined || outcome.status !== 'paid') return false
  if (purchase.couponCode !== null || purchase.stockId !== null) return false
  return differencesOf(purchase, outcome.intent, purchase.applicationFeeAmount).length === 0
}

/** What a bank has had is paid or failed, also where somebody closed it at the provider meanwhile. */
function outcomeFor({ status }: Purchase, told: Outcome): Outcome {
  if (status !== 'processing' || told.status !== 'canceled') return told
  const paymentIntentId = told.intent?.id ?? null
  return { status: 'failed', reason: 'canceled', message: paymentMessages.notCharged, paymentIntentId }
}

/** What the buyer hears of a bank that takes its time; nothing where none did. */
async function notifyBankDelay(
  services: PaymentServices,
  tx: Transaction<Database>,
  moved: Purchase,
): Promise<void> {
  const { id: purchaseId, status, settlesBy } = moved
  if (settlesBy === null) return
  const told = { purchaseId, recipient: mailAddressOf(moved), at: services.clock.now() }
  if (status === 'processing') await enqueueMail(tx, { ...told, kind: 'payment_processing' })
  if (status === 'failed') await enqueueMail(tx, { ...told, kind: 'payment_returned' })
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

/** What is said to be paid and did not move was paid before: by this charge, or by another one. */
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
  log.error({ alarm: true, ...difference }, 'what was charged differs')
  await recordDifference(tx, difference)
}

/** Where the provider took something else than the purchase says. */
function differencesOf(
  purchase: Purchase,
  intent: PaymentIntent | null,
  agreedFee: number,
): readonly BookDifference[] {
  if (intent === null) return []
  const differences = [amountDifference(purchase, intent), feeDifference(purchase, intent, agreedFee)]
  return differences.filter((difference) => difference !== undefined)
}

/** Set where the provider took another amount than the purchase says. */
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

/** Set where money was taken for a purchase that another PaymentIntent has paid: one of the two is too much. */
export function secondCharge(purchase: Purchase, intent: PaymentIntent): BookDifference | undefined {
  const { id: purchaseId, status, stripeAccountId, paymentIntentId: own } = purchase
  if (!wasPaid(status) || own === null || own === intent.id || intent.amountReceived === 0) return undefined
  return chargeBeside(stripeAccountId, intent, purchaseId)
}

/** An invoice's fee is the provider's own percentage of it, and how it rounds is not documented. In minor units. */
const invoiceRounding = 1

/** Set where the provider took another fee for us than was agreed, in minor units. */
export function feeDifference(
  { id: purchaseId, stripeAccountId, currency }: Purchase,
  intent: Pick<PaymentIntent, 'id' | 'applicationFeeAmount' | 'purchaseId'>,
  agreed: number,
): BookDifference | undefined {
  // Only the PaymentIntent of an invoice does not bear its purchase.
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

/** Settles a purchase; whoever asks by `untilSettled` meanwhile is told when that is over, in this process. */
export async function whileSettling<T>(purchaseId: string, settle: () => Promise<T>): Promise<T> {
  const work = settle()
  settling.set(purchaseId, work)
  try {
    return await work
  } finally {
    if (settling.get(purchaseId) === work) settling.delete(purchaseId)
  }
}

/** Comes back once the settling of the purchase that is under way in this process is over, however that ends. */
export async function untilSettled(purchaseId: string): Promise<void> {
  await settling.get(purchaseId)?.catch(() => undefined)
}
