import { ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { ProviderInvoice } from '#foundation/card-provider/invoices.ts'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import type { Alongside } from '#foundation/db/database.ts'
import { cancelAuthentication, checkPurchase } from '#payments/purchases/settle/check-purchase.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { wasPaid, type Purchase } from '#payments/purchases/purchase.ts'
import { listRecordedInvoices } from '#payments/purchases/settle/record-renewal.ts'
import { outcomeOf } from '#payments/purchases/settle/outcome.ts'
import { settlePurchase } from '#payments/purchases/settle/settle-purchase.ts'
import { applyPriceChange } from '../change/apply-price-change.ts'
import {
  correctionOf,
  hasEnded,
  isCanceledHere,
  type Correction,
  type PayoffState,
} from '../end/correct-end.ts'
import { carryOutPause } from '../pause/carry-out-pause.ts'
import { endNow } from '../end/end-now.ts'
import { SubscriptionBusy } from '../errors.ts'
import { findBegun } from '../begin/first-invoice.ts'
import { readOpenRenewals } from './payment-on-its-way.ts'
import { saveSubscription } from './save-subscription.ts'
import { changeSubscription, findByOrder, type Subscription } from '../store.ts'

type AtProvider = { readonly subscription: ProviderSubscription; readonly paid: readonly ProviderInvoice[] }

/** How many times the subscription is read again if our row has changed in between. */
const tries = 4

/**
 * Makes our records and Stripe agree on a subscription: its first invoice, its renewals, its state and its end. The
 * webhook, the job, the reconciliation and the responses to buyers all use this; an event only shows which subscription
 * to read. `alongside` runs in the transaction that writes a subscription that has begun. Safe to repeat and to run
 * concurrently. Throws `SubscriptionBusy` if our row keeps changing.
 */
export async function syncSubscription(
  services: PaymentServices,
  given: Subscription,
  cause: string,
  alongside?: Alongside,
): Promise<Subscription> {
  let row = given
  for (let attempt = 1; ; attempt += 1) {
    const order = await findPurchaseById(services.db, row.orderId)
    if (order === undefined) return row
    const found = await findBegun(services, row)
    // Finding the subscription also stored its id. Otherwise the row from before the request to Stripe is used, because
    // a change since then may be newer than Stripe's response.
    if (row.stripeSubscriptionId === null) row = (await findByOrder(services.db, row.orderId)) ?? row
    const saved =
      found === undefined
        ? await saveNeverBegun(services, row, order)
        : await syncBegun(services, row, order, found, cause, alongside)
    if (saved !== undefined) return saved
    if (attempt === tries) throw new SubscriptionBusy()
    row = (await findByOrder(services.db, row.orderId)) ?? row
  }
}

/** An order that failed before anything began leaves nothing behind. */
async function saveNeverBegun(
  services: PaymentServices,
  row: Subscription,
  order: Purchase,
): Promise<Subscription | undefined> {
  const isOver = order.status === 'failed' || order.status === 'canceled'
  const now = services.clock.now()
  if (!isOver) return changeSubscription(services.db, row, { nextCheckAt: later(now, minute) })
  return changeSubscription(services.db, row, {
    status: 'incomplete_expired',
    endedAt: now,
    updatedAt: now,
    nextCheckAt: null,
  })
}

const minute = 60_000

function later(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds)
}

async function syncBegun(
  services: PaymentServices,
  row: Subscription,
  order: Purchase,
  begun: ProviderSubscription,
  cause: string,
  alongside: Alongside | undefined,
): Promise<Subscription | undefined> {
  const found = await carryOutPause(services, row, begun)
  if (found === 'again') return undefined
  const isOrphaned = isHeldForNothing(row, found)
  // Renewals are held back after the early payoff's purchase was recorded, so an early payoff that the row does not
  // have may have been recorded since the row was read.
  if (isOrphaned && (await findByOrder(services.db, row.orderId))?.revision !== row.revision) return undefined
  const paid = await services.provider.listInvoices(row.stripeAccountId, found.id, 'paid')
  const settled = await settleOrder(services, order, found, paid, cause)
  const cycles = paid.filter((invoice) => isFullPayment(row, settled, invoice)).length
  const payoff = isOrphaned ? 'lost' : await payoffStateOf(services, row, found)
  const isLost = settled.status === 'failed' || settled.status === 'canceled'
  const correction =
    isLost && cycles === 0 && !hasEnded(found.status)
      ? await endOfLost(services, settled, found)
      : correctionOf({ ...row, payoff }, found, cycles)
  const corrected = correction === undefined ? found : await correct(services, row, found, correction)
  const subscription = await applyPriceChange(services, row, corrected)
  const newIntents = await readNewIntents(services, row, paid)
  const open = await readOpenRenewals(services, row, subscription)
  return saveSubscription(
    services,
    row,
    settled,
    { subscription, paid, newIntents, cycles, payoff, open },
    cause,
    alongside,
  )
}

/**
 * Whether an invoice pays for a whole cycle. A trial's first invoice pays for the trial. A subscription that runs
 * without a first payment or card has paid for nothing. But a payment made while a bank was processing the first one,
 * or after that was returned, counts.
 */
function isFullPayment(
  { trialDays, pauseAskedAt }: Subscription,
  { status, settlesBy }: Purchase,
  { reason, amountPaid }: ProviderInvoice,
): boolean {
  const isPaidFor = wasPaid(status) || (settlesBy !== null && amountPaid > 0)
  // A buyer who ends a pause early pays for a cycle outside of Stripe's renewals.
  const isEarlyEnd = reason === 'other' && pauseAskedAt !== null && amountPaid > 0
  return isPaidFor && (reason === 'cycle' || isEarlyEnd || (reason === 'first' && trialDays === 0))
}

/** Ends a subscription that was never paid for, unless a bank is processing a later cycle's payment. */
async function endOfLost(
  { provider }: PaymentServices,
  { settlesBy, stripeAccountId: account }: Purchase,
  { latestInvoice: latest }: ProviderSubscription,
): Promise<Correction | undefined> {
  const id = settlesBy !== null && latest?.reason === 'cycle' ? latest.paymentIntentId : null
  const intent = id === null ? undefined : await provider.retrievePaymentIntent(account, id)
  const isOnItsWay = intent?.status === 'processing' || intent?.status === 'succeeded'
  return isOnItsWay ? undefined : { kind: 'end now' }
}

/** Whether renewals were held back only after the early payoff had failed and been undone. */
function isHeldForNothing(row: Subscription, found: ProviderSubscription): boolean {
  const isHeld = found.heldFor !== null && found.cancelAtPeriodEnd && !hasEnded(found.status)
  return isHeld && row.payoffPurchaseId === null && !isCanceledHere(row)
}

/**
 * The state of an early payoff, read before anything is concluded from it. A failed early payoff is `lost` once its
 * PaymentIntent is closed, so that no late authentication can charge it on top of a renewal. A canceled subscription is
 * no longer paid off: a waiting authentication is closed first.
 */
async function payoffStateOf(
  services: PaymentServices,
  row: Subscription,
  found: ProviderSubscription,
): Promise<PayoffState | null> {
  const id = row.payoffPurchaseId
  const read = async () => (id === null ? undefined : findPurchaseById(services.db, id))
  let purchase = await read()
  const isToClose = purchase?.status === 'failed' && purchase.nextCheckAt !== null
  if (purchase !== undefined && isToClose) {
    await checkPurchase(services, purchase, 'paid early')
    purchase = await read()
  }
  if (purchase === undefined) return null
  if (isCanceledHere(row) || hasEnded(found.status))
    purchase = await cancelAuthentication(services, purchase, 'the subscription was canceled')
  const { status, nextCheckAt } = purchase
  if (wasPaid(status)) return 'paid'
  return (status === 'failed' && nextCheckAt === null) || status === 'canceled' ? 'lost' : 'open'
}

/** The PaymentIntents of renewals that are not recorded yet, by invoice. They contain the fee that was charged. */
async function readNewIntents(
  { db, provider }: PaymentServices,
  { orderId, stripeAccountId }: Subscription,
  paid: AtProvider['paid'],
): Promise<ReadonlyMap<string, PaymentIntent>> {
  const recorded = await listRecordedInvoices(db, orderId)
  const intents = new Map<string, PaymentIntent>()
  for (const { id, reason, paymentIntentId } of paid) {
    if (reason === 'first' || paymentIntentId === null || recorded.has(id)) continue
    intents.set(id, await provider.retrievePaymentIntent(stripeAccountId, paymentIntentId))
  }
  return intents
}

/** The order is the first invoice and gets its outcome. A later invoice is never the order's. */
async function settleOrder(
  services: PaymentServices,
  order: Purchase,
  { latestInvoice }: ProviderSubscription,
  paid: AtProvider['paid'],
  cause: string,
): Promise<Purchase> {
  const isWaiting = order.status === 'requires_action' || order.status === 'processing'
  const latest = isWaiting && latestInvoice?.reason === 'first' ? latestInvoice : null
  const first = paid.find(({ reason }) => reason === 'first') ?? latest
  const intentId = first?.paymentIntentId ?? (isWaiting ? order.paymentIntentId : setupOf(order))
  if (wasPaid(order.status) || intentId === null) return order
  const intent = await services.provider.retrievePaymentIntent(order.stripeAccountId, intentId)
  return settlePurchase(services, order, outcomeOf(intent), cause)
}

/** The SetupIntent of an order for which nothing is due, so its invoice has no payment. */
function setupOf({ total, paymentIntentId }: Purchase): string | null {
  return total === 0 ? paymentIntentId : null
}

async function correct(
  services: PaymentServices,
  row: Subscription,
  found: ProviderSubscription,
  correction: Correction,
): Promise<ProviderSubscription> {
  const { provider, log } = services
  const { stripeAccountId: account, id } = row
  try {
    const corrected =
      correction.kind === 'end now'
        ? await endNow(services.provider, account, found)
        : await provider.changeEnd(account, found.id, endOf(row, correction))
    log.info({ subscription: id, correction }, 'the end of a subscription was set')
    return corrected
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    const after = await provider.retrieveSubscription(account, found.id)
    const details = { alarm: true, err: error, subscription: id, correction }
    if (!hasEnded(after.status)) log.error(details, 'the end of a subscription could not be set')
    return after
  }
}

function endOf({ payoffPurchaseId }: Subscription, correction: Exclude<Correction, { kind: 'end now' }>) {
  return correction.kind === 'hold' ? { heldFor: payoffPurchaseId ?? '' } : correction.end
}
