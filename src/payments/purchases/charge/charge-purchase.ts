import type { Transaction } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { OutcomeUnknown, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { ChargeAttempt } from '#payments/card-testing/guard.ts'
import { holdCoupon } from '#payments/coupons/hold-coupon.ts'
import { holdStock, type OrderedStock } from '#payments/stock/hold-stock.ts'
import { resolveCouponCard, type OrderedCoupon } from '#payments/coupons/resolve-card.ts'
import { cancelAuthentication, checkPurchase } from '../settle/check-purchase.ts'
import { InvoiceDiffers, type AgreedRecurrence, type PaymentServices } from '../payment-services.ts'
import { failedBeforeCharge, failedCharge, wasDeclined } from './failed-charge.ts'
import { meansOf } from './means-of-paying.ts'
import { asksProvider, type OrderLine, type Purchase } from '../purchase.ts'
import { outcomeOf, type Outcome } from '../settle/outcome.ts'
import { settlePurchase } from '../settle/settle-purchase.ts'
import {
  findPurchaseByKey,
  findExcluding,
  insertPurchase,
  type NewConsent,
  type NewPurchase,
} from '../store.ts'

/**
 * What is to be charged: priced by the server, in minor units. `fingerprint` tells one request body from another. With a
 * `recurrence` the first line is charged again in each cycle.
 */
export type Order = Omit<
  NewPurchase,
  'id' | 'quoteId' | 'stockId' | 'status' | 'nextCheckAt' | 'createdAt' | 'updatedAt'
> & {
  readonly lines: readonly OrderLine[]
  readonly recurrence?: AgreedRecurrence | null
  /** What the buyer has agreed to before paying. */
  readonly consents?: readonly NewConsent[]
  /** What makes it cheaper; null or absent: nothing does. */
  readonly coupon?: OrderedCoupon | null
  /** What it takes pieces of; null or absent: nothing. */
  readonly stock?: OrderedStock | null
  /** Nothing is charged where the same email has paid the form since then; null or absent: that is meant. */
  readonly unlessPaidSince?: Date | null
}

/** A purchase as it stands now; `clientSecret` comes with `requires_action`. */
export type ChargedPurchase = {
  readonly kind: 'purchase'
  readonly purchase: Purchase
  readonly clientSecret: string | null
  /** Seconds that the client has to wait before the next attempt, after a decline. */
  readonly waitSeconds?: number
}

export type Charged =
  | ChargedPurchase
  /** The first request with this key is still running. */
  | { readonly kind: 'in_progress'; readonly purchase: Purchase }
  /** The same key came with another body; nothing was done. */
  | { readonly kind: 'key_reused' }
  /** Another payment of the same buyer for the form is not settled yet; nothing was done. */
  | { readonly kind: 'unsettled' }

/** How long the provider may take for each step while the buyer waits, in milliseconds. */
const customerTime = 2_500
const chargeTime = 5_500
/** When an intent whose process died is looked at by others, in seconds; longer than any request takes. */
const orphanedAfter = 20
/** How long a repeated request waits for the first one, in milliseconds. */
const patience = 8_000
const pollEvery = 100

/**
 * Charges an order once for its idempotency key: the intent is committed first, then the provider is called outside any
 * transaction, then the outcome is committed. Repeating it at any point answers what the first call led to. Throws
 * before anything is recorded when the attempt is held back as card testing, `CouponRefused` where its coupon has no
 * place left, and `TrialUsed` where its buyer has had its trial.
 */
export async function chargePurchase(
  services: PaymentServices,
  order: Order,
  attempt: ChargeAttempt,
): Promise<Charged> {
  const { coupon = null, recurrence = null, stock = null } = order
  // What a coupon makes free gives files away as well, pieces that are taken for nothing are gone too, and a trial tells of a
  // card whether it is good.
  const costsSomebody = order.total > 0 || coupon !== null || recurrence !== null || stock !== null
  if (costsSomebody) await services.guard.admit(order, attempt)
  const since = performance.now()
  const begun =
    recurrence === null
      ? order
      : { ...order, recurrence: await services.recurring.know(services, order, recurrence) }
  const asked = begun.recurrence?.trier ?? null
  const known =
    coupon === null ? begun : { ...begun, coupon: await resolveCouponCard(services, order, coupon, asked) }
  const purchase = await recordOrder(services, known, attempt.quoteId)
  if (purchase === 'excluded') return { kind: 'unsettled' }
  if (purchase === undefined) return repeatCharge(services, order)
  return services.tracer.purchase(purchase.id, since, async () => {
    const isPaidOnce = (order.recurrence ?? null) === null
    const outcome = isPaidOnce
      ? await askProvider(services, purchase, false)
      : await askForPlan(services, purchase, order.lines)
    return settleCharge(services, purchase, outcome, attempt, isPaidOnce)
  })
}

/**
 * Charges a purchase that was recorded just now, by the request that recorded it and that the guard has admitted.
 * `isCardSaved`: the card is the Customer's already, so that its bank is not asked to have it saved again.
 */
export async function chargeRecorded(
  services: PaymentServices,
  purchase: Purchase,
  attempt: ChargeAttempt,
  { isCardSaved }: { readonly isCardSaved: boolean },
): Promise<ChargedPurchase> {
  return settleCharge(services, purchase, await askProvider(services, purchase, isCardSaved), attempt)
}

async function settleCharge(
  services: PaymentServices,
  purchase: Purchase,
  outcome: Outcome,
  { network }: ChargeAttempt,
  isPaidOnce = false,
): Promise<ChargedPurchase> {
  // The provider is not asked about what costs nothing, so that it has answered nothing.
  const cause = outcome.status === 'paid' && outcome.intent === null ? 'nothing to pay' : 'answer to paying'
  const settled = await settlePurchase(services, purchase, outcome, cause, { isPaidOnce })
  const waitSeconds = wasDeclined(settled) ? await services.guard.countDecline(settled, network) : 0
  return {
    kind: 'purchase',
    purchase: settled,
    clientSecret: outcome.status === 'requires_action' ? outcome.intent.clientSecret : null,
    waitSeconds,
  }
}

/** Undefined when the key is known, or another payment of the same buyer or quote is under way. */
async function recordOrder(
  services: PaymentServices,
  order: Order,
  quoteId: string | null,
): Promise<Purchase | 'excluded' | undefined> {
  try {
    return await inTransaction(services.db, (tx) => recordPurchase(services, tx, order, quoteId))
  } catch (error) {
    if (error instanceof Excluded) return 'excluded'
    throw error
  }
}

/** Takes the intent back. */
class Excluded extends Error {}

/**
 * Records the intent to charge, in a transaction that may record more. Undefined when nothing was written: its key is
 * known already, or another purchase that excludes this one is not settled.
 */
export async function recordPurchase(
  { clock, recurring }: Pick<PaymentServices, 'clock' | 'recurring'>,
  tx: Transaction<Database>,
  order: Order,
  quoteId: string | null = null,
): Promise<Purchase | undefined> {
  const { lines, consents = [], recurrence = null, coupon = null, stock = null, ...others } = order
  const { unlessPaidSince = null, ...columns } = others
  const now = clock.now()
  const id = newId()
  const row = {
    ...columns,
    stockId: stock?.stockId ?? null,
    id,
    quoteId,
    status: 'created' as const,
    createdAt: now,
    updatedAt: now,
    nextCheckAt: secondsAfter(now, orphanedAfter),
  }
  const ownLines = lines.map((line, position) => ({ ...line, position, purchaseId: id }))
  const [purchase, excluding] = await Promise.all([
    insertPurchase(tx, row, ownLines, 'intent recorded', consents),
    // Looked at once more, sent along and done after it: since the insert no other payment of the pair can begin, but one may
    // have begun or ended before it.
    (row.kind ?? 'order') === 'order' ? findExcluding(tx, row, unlessPaidSince) : undefined,
  ])
  if (purchase === undefined) return undefined
  if (excluding !== undefined) throw new Excluded()
  const [first] = lines
  if (recurrence !== null && first !== undefined)
    await recurring.record(tx, purchase, recurrence, recurrence.full ?? first)
  // Last: from here to the end of the transaction, others who want the same coupon or the same stock wait.
  if (coupon !== null) await holdCoupon(tx, purchase.id, coupon)
  if (stock !== null) await holdStock(tx, purchase.id, stock, now)
  return purchase
}

async function askProvider(
  services: PaymentServices,
  purchase: Purchase,
  isCardSaved: boolean,
): Promise<Outcome> {
  if (!asksProvider(purchase)) return { status: 'paid', intent: null }
  const { stripeAccountId: account } = purchase
  let customerId: string
  try {
    customerId =
      purchase.stripeCustomerId ?? (await services.provider.createBuyer(account, purchase, customerTime))
  } catch (error) {
    // No charge was asked for yet, so even a missing answer means that nothing was charged.
    return failedBeforeCharge(services, purchase, error)
  }
  try {
    const request = {
      purchaseId: purchase.id,
      customerId,
      amount: purchase.total,
      currency: purchase.currency,
      applicationFeeAmount: purchase.applicationFeeAmount,
      ...meansOf(services.config, purchase, isCardSaved),
    }
    return outcomeOf(await services.provider.charge(account, request, chargeTime))
  } catch (error) {
    return failedCharge(services, purchase, error)
  }
}

/** The same for an order that recurs: its first invoice begins uncharged, is compared with the order, then charged. */
async function askForPlan(
  services: PaymentServices,
  purchase: Purchase,
  lines: readonly OrderLine[],
): Promise<Outcome> {
  const payment = await services.recurring.find(services, purchase)
  if (payment === undefined) throw new RangeError('An order without its subscription')
  let intentId: string
  try {
    intentId = await payment.begin(lines)
  } catch (error) {
    if (!(error instanceof InvoiceDiffers)) return failedBeforeCharge(services, purchase, error)
    return {
      status: 'failed',
      reason: 'invoice_differs',
      message: '',
      paymentIntentId: error.paymentIntentId,
    }
  }
  try {
    return outcomeOf(await payment.charge(intentId))
  } catch (error) {
    return failedCharge(services, purchase, error)
  }
}

/** Answers a request whose key is known: waits for the first one, or finds out what became of it. */
export async function repeatCharge(
  services: PaymentServices,
  order: Pick<Order, 'formId' | 'idempotencyKey' | 'fingerprint'>,
): Promise<Charged> {
  for (let waited = 0; ; waited += pollEvery) {
    const purchase = await findPurchaseByKey(services.db, order.formId, order.idempotencyKey)
    if (purchase === undefined) return { kind: 'unsettled' }
    if (purchase.fingerprint !== order.fingerprint) return { kind: 'key_reused' }
    const isOrphaned = services.clock.now() > secondsAfter(purchase.createdAt, orphanedAfter)
    if (purchase.status !== 'created' || isOrphaned)
      return resumePurchase(services, purchase, 'repeated request')
    if (waited >= patience) return { kind: 'in_progress', purchase }
    await wait(pollEvery)
  }
}

/**
 * Finds out how a purchase stands that may be unsettled, and with it the client secret of an authentication that is
 * waiting for the buyer. Answers the recorded state while the provider cannot be asked.
 */
export async function resumePurchase(
  services: PaymentServices,
  purchase: Purchase,
  cause: string,
): Promise<ChargedPurchase> {
  return orAsRecorded(purchase, async () => {
    const checked = purchase.status === 'failed' ? purchase : await checkPurchase(services, purchase, cause)
    const { status, stripeAccountId, paymentIntentId } = checked
    const intent =
      status === 'requires_action' && paymentIntentId !== null
        ? await services.provider.retrievePaymentIntent(stripeAccountId, paymentIntentId)
        : null
    return { kind: 'purchase', purchase: checked, clientSecret: intent?.clientSecret ?? null }
  })
}

/** Gives up a purchase that waits for its buyer's bank. Answers the recorded state while the provider does not answer. */
export async function giveUpPurchase(
  services: PaymentServices,
  purchase: Purchase,
  cause: string,
): Promise<ChargedPurchase> {
  return orAsRecorded(purchase, async () => {
    const canceled = await cancelAuthentication(services, purchase, cause)
    return { kind: 'purchase', purchase: canceled, clientSecret: null }
  })
}

async function orAsRecorded(
  purchase: Purchase,
  ask: () => Promise<ChargedPurchase>,
): Promise<ChargedPurchase> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof OutcomeUnknown || error instanceof ProviderUnreachable)) throw error
    return { kind: 'purchase', purchase, clientSecret: null }
  }
}
