import type { Transaction } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { recordAskedDetails } from '#accounts/invoice-details/buyer-details.ts'
import type { Party } from '#accounts/invoice-details/party.ts'
import type { ChargeAttempt } from '#payments/card-testing/guard.ts'
import { holdCoupon, type OrderedCoupon, resolveCouponCard } from '#payments/coupons/hold-coupon.ts'
import { holdStock, type OrderedStock } from '#payments/stock/stock.ts'
import type { Means } from '#foundation/card-provider/payment-intents.ts'
import type { CheckedNumber } from '#payments/tax-numbers/check-number.ts'
import { recordNumber } from '#payments/tax-numbers/record-number.ts'
import { type NewAnswer, recordAnswers } from '../records/answers.ts'
import { type Addresses, returnUrl } from '#payments/purchases/records/purchase-url.ts'
import { type AgreedRecurrence, InvoiceDiffers, type PaymentServices } from '../payment-services.ts'
import { asksProvider, type Keyed, type OrderLine, type Purchase } from '../purchase.ts'
import {
  failedBeforeCharge,
  failedCharge,
  type Outcome,
  outcomeOf,
  wasDeclined,
  type Charged,
  type ChargedPurchase,
} from '../settle/outcome.ts'
import { settlePurchase } from '../settle/settle-purchase.ts'
import { findExcluding, insertPurchase, type NewConsent, type NewPurchase } from '../store.ts'
import { orphanedAfter, repeatCharge } from './earlier-purchases.ts'

/**
 * An order to charge, for which the server computed the price in minor units. `fingerprint` identifies the
 * contents of the request. With a `recurrence`, the first line is charged again in each cycle.
 */
export type Order = Omit<
  NewPurchase,
  'id' | 'quoteId' | 'stockId' | 'status' | 'nextCheckAt' | 'createdAt' | 'updatedAt'
> & {
  readonly lines: readonly OrderLine[]
  readonly recurrence?: AgreedRecurrence | null
  readonly consents?: readonly NewConsent[]
  readonly answers?: readonly NewAnswer[]
  /** The buyer's details for the invoice, as the page asked for them. */
  readonly details?: Party | null
  /** The VAT number of a business, as its register knows it. */
  readonly vatNumber?: CheckedNumber | null
  readonly coupon?: OrderedCoupon | null
  readonly stock?: OrderedStock | null
  /** Charges nothing if the same email has paid for the form since this time. */
  readonly unlessPaidSince?: Date | null
}

/** How long Stripe may take for each step while the buyer is waiting, in milliseconds. */
const customerTime = 2_500
const chargeTime = 5_500

/**
 * Charges an order once per idempotency key: commits the intent to charge, calls Stripe outside any transaction, and
 * then commits the outcome. A repeated call returns the outcome of the first one. Before recording anything, it can
 * throw the card-testing guard's failures, `CouponRefused` for a coupon that is used up, and `TrialUsed`.
 */
export async function chargePurchase(
  services: PaymentServices,
  order: Order,
  attempt: ChargeAttempt,
): Promise<Charged> {
  const { coupon = null, recurrence = null, stock = null } = order
  // Orders are guarded even if nothing is due, because they use up coupons and stock, and a trial reveals whether a
  // card works.
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
 * Charges a purchase that was just recorded and admitted. `isCardSaved` means that the Customer already has the card,
 * so the card is not saved again.
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

class Excluded extends Error {}

/**
 * Records the intent to charge, in a transaction that may record more. Undefined, with nothing written, if the key is
 * known or another purchase excludes this one.
 */
export async function recordPurchase(
  { clock, recurring }: Pick<PaymentServices, 'clock' | 'recurring'>,
  tx: Transaction<Database>,
  order: Order,
  quoteId: string | null = null,
): Promise<Purchase | undefined> {
  const { lines, consents = [], answers = [], details = null, vatNumber = null, ...rest } = order
  const { recurrence = null, ...others } = rest
  const { coupon = null, stock = null, unlessPaidSince = null, ...columns } = others
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
    // Looked up again after the insert, because another payment for this email and form may have begun before. From now
    // on, none can begin.
    (row.kind ?? 'order') === 'order' ? findExcluding(tx, row, unlessPaidSince) : undefined,
  ])
  if (purchase === undefined) return undefined
  if (excluding !== undefined) throw new Excluded()
  await recordAnswers(tx, purchase, answers)
  if (details !== null) await recordAskedDetails(tx, purchase.id, details, now)
  if (vatNumber !== null) await recordNumber(tx, purchase.id, vatNumber)
  const [first] = lines
  if (recurrence !== null && first !== undefined)
    await recurring.record(tx, purchase, recurrence, recurrence.full ?? first)
  // This is the last step, because other purchases of the same coupon or stock wait until the transaction ends.
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
    // No charge was requested yet, so even a missing response means that nothing was charged.
    return failedBeforeCharge(services, purchase, error)
  }
  try {
    const request = {
      purchaseId: purchase.id,
      customerId,
      amount: purchase.total,
      currency: purchase.currency,
      applicationFeeAmount: purchase.applicationFeeAmount,
      taxCalculation: purchase.taxCalculation,
      ...meansOf(services.config, purchase, isCardSaved),
    }
    return outcomeOf(await services.provider.charge(account, request, chargeTime))
  } catch (error) {
    return failedCharge(services, purchase, error)
  }
}

/** Creates the first invoice without charging it, compares it with the order, and then charges it. */
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

/**
 * Only the buyer of an order can be sent to their bank's page. An offer takes one click, so a redirect would
 * be a surprise.
 */
export function meansOf(
  addresses: Addresses,
  purchase: Keyed &
    Pick<Purchase, 'formId' | 'priceId' | 'language' | 'kind' | 'paymentMethodId' | 'confirmationTokenId'>,
  isCardSaved = false,
): Means {
  const { paymentMethodId, confirmationTokenId: confirmationToken, kind } = purchase
  if (confirmationToken === null) return { paymentMethodId: paymentMethodId ?? '', isCardSaved }
  return { confirmationToken, returnUrl: kind === 'order' ? returnUrl(addresses, purchase) : null }
}
