import type { Transaction } from 'kysely'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { type Alongside, inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import {
  amountDifference,
  type BookDifference,
  feeDifference,
  recordDifference,
  secondCharge,
} from '../records/book-differences.ts'
import { paymentMessages } from '../messages.ts'
import { markPaidInOneStatement, movePurchase } from './move-purchase.ts'
import { countOutcome, type Outcome } from './outcome.ts'
import type { PaymentServices } from '../payment-services.ts'
import { abandonedAfter, mailAddressOf, type Purchase } from '../purchase.ts'
import { findPurchase } from '../store.ts'

const firstCheckAfter = 5
const firstLookAtBankAfter = 60
/** How long a bank may have a payment, in seconds: the longest that any method's rules give it. */
const settlesWithin = 14 * 24 * 60 * 60

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

function changeOf(purchase: Purchase, outcome: Outcome, now: Date): Parameters<typeof movePurchase>[2] {
  const idsOf = (intent: PaymentIntent | null) => idsIn(intent, purchase)
  switch (outcome.status) {
    case 'paid':
      return {
        status: 'paid',
        ...idsOf(outcome.intent),
        ...(outcome.intent === null ? {} : { applicationFeeAmount: outcome.intent.applicationFeeAmount }),
        failureReason: null,
        failureMessage: null,
        paidAt: now,
        updatedAt: now,
        nextCheckAt: null,
      }
    case 'requires_action':
      return {
        status: 'requires_action',
        ...idsOf(outcome.intent),
        updatedAt: now,
        nextCheckAt: secondsAfter(now, abandonedAfter(purchase)),
      }
    case 'processing':
      return {
        status: 'processing',
        ...idsOf(outcome.intent),
        settlesBy: secondsAfter(now, settlesWithin),
        updatedAt: now,
        nextCheckAt: secondsAfter(now, firstLookAtBankAfter),
      }
    case 'failed':
      return {
        status: 'failed',
        ...(outcome.paymentIntentId === null ? {} : { paymentIntentId: outcome.paymentIntentId }),
        failureReason: outcome.reason,
        failureMessage: outcome.message,
        updatedAt: now,
        // A PaymentIntent that is left behind is closed by the reconciler, so that nobody can confirm it later.
        nextCheckAt: outcome.paymentIntentId === null ? null : now,
      }
    case 'canceled':
      return { status: 'canceled', ...idsOf(outcome.intent), updatedAt: now, nextCheckAt: null }
    case 'unknown':
      return { status: 'unknown', updatedAt: now, nextCheckAt: secondsAfter(now, firstCheckAfter) }
  }
}

function idsIn(intent: PaymentIntent | null, purchase: Purchase) {
  if (intent === null) return {}
  const { id: paymentIntentId, customerId: stripeCustomerId } = intent
  return { paymentIntentId, stripeCustomerId, ...cardOf(intent), ...methodOf(intent, purchase) }
}

/** What a token became. A payment method that the buyer's request named stays as it was named. */
function methodOf({ method }: PaymentIntent, { paymentMethodId }: Purchase) {
  if (method === null || method.type === null) return {}
  return {
    paymentMethodType: method.type,
    ...(paymentMethodId === null ? { paymentMethodId: method.id } : {}),
  }
}

/** An answer that does not tell the card leaves what an earlier one told. */
function cardOf({ card }: PaymentIntent) {
  return card === null ? {} : { cardBrand: card.brand, cardLast4: card.last4 }
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
