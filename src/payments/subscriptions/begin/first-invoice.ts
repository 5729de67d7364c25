import { hasClosed } from '#accounts/people/read-people.ts'
import { OutcomeUnknown, ProviderRefused } from '#foundation/card-provider/errors.ts'
import { isSetupId } from '#foundation/card-provider/ids.ts'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import { monthsOf } from '#payments/pricing/discount.ts'
import { meansOf } from '#payments/purchases/charge/charge-purchase.ts'
import { InvoiceDiffers, NothingBegun } from '#payments/purchases/payment-services.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import { hasEnded, expectedEnd } from '../end/correct-end.ts'
import { voidInvoice } from '../end/end-now.ts'
import { reducedMonths } from '../sync/reduced-months.ts'
import { noticesOf } from '../notices/notices-of-period.ts'
import { reminderOf } from '../trial/trial-days.ts'
import { changeSubscription, evictProviderObjects, type Subscription } from '../store.ts'
import { agreedAmounts } from './agreed-prices.ts'
import { cycleOf, neededFor, pricedItems, type PricedLine } from './price-parts.ts'

/** How long Stripe may take for each step while the buyer is waiting, in milliseconds. */
const preparingTime = 2_000
const beginningTime = 2_500
const chargeTime = 5_000
/** How far apart Stripe's clock and ours can be, and how late a request can arrive, in seconds. */
const clockSkew = 300
const arrivalTime = 90

/**
 * Begins an order's subscription and compares its first invoice with the order. Nothing is charged yet.
 * Returns the invoice's PaymentIntent for `chargeFirst`, or the SetupIntent that saves the card if nothing is
 * due now. The subscription's id is committed before that.
 */
export async function beginSubscription(
  services: Services,
  purchase: Purchase,
  subscription: Subscription,
  lines: readonly PricedLine[],
): Promise<string> {
  const begun = await askToBegin(services, purchase, subscription, lines)
  await linkSubscription(services, subscription, begun)
  const { latestInvoice: invoice } = begun
  const intentId = firstIntentOf(begun) ?? ''
  if (invoice?.total === purchase.total && invoice.currency === purchase.currency) return intentId
  const invoiced = { total: invoice?.total, currency: invoice?.currency }
  const log = { alarm: true, purchase: purchase.id, subscription: begun.id, invoiced, total: purchase.total }
  services.log.error(log, 'a first invoice differs from its order, and is not charged')
  throw new InvoiceDiffers(intentId)
}

function firstIntentOf({ latestInvoice, pendingSetupId }: ProviderSubscription): string | null {
  return latestInvoice?.paymentIntentId ?? pendingSetupId
}

async function askToBegin(
  services: Services,
  purchase: Purchase,
  subscription: Subscription,
  lines: readonly PricedLine[],
): Promise<ProviderSubscription> {
  const { provider } = services
  const { stripeAccountId: account, currency } = purchase
  const charged = chargedLines(subscription, lines)
  const reduction = { name: purchase.couponCode ?? '', months: discountMonths(subscription) }
  const key = `purchase-${purchase.id}`
  const [customerId, [item, ...once], isClosed] = await Promise.all([
    provider.createBuyer(account, purchase, preparingTime),
    pricedItems(services, account, currency, charged, reduction, { key, within: preparingTime }),
    // When a shop closes, an order that is waiting at that moment is not noticed.
    hasClosed(services.db, purchase.sellerId),
  ])
  if (isClosed) throw new NothingBegun('The shop has closed')
  if (item === undefined) throw new RangeError('A subscription without a price')
  const request = {
    purchaseId: purchase.id,
    customerId,
    currency,
    item,
    once,
    applicationFeeBasisPoints: subscription.applicationFeeBasisPoints,
    ...cycleOf(subscription),
    end: endOf(subscription),
    trialDays: subscription.trialDays,
  }
  try {
    return await provider.beginSubscription(account, request, beginningTime)
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw new NothingBegun(error.message, { cause: error })
    // A product, rate or coupon that the seller removed on Stripe is created again next time.
    if (error instanceof ProviderRefused) {
      const fingerprints = neededFor(charged, currency, reduction).map(({ fingerprint }) => fingerprint)
      await evictProviderObjects(services.db, account, fingerprints)
    }
    throw error
  }
}

/**
 * The lines of the first invoice: recurring ones first, and then those that are paid once. With a trial, the
 * first line is the trial's. Invoices have no lines for free bumps.
 */
function chargedLines(subscription: Subscription, lines: readonly PricedLine[]): PricedLine[] {
  if (subscription.trialDays === 0) return lines.filter(({ total }, index) => index === 0 || total > 0)
  const { reduced } = agreedAmounts(subscription)
  return [{ ...subscription, ...reduced }, ...lines.filter(({ total }) => total > 0)]
}

/** How long Stripe applies a coupon, in months from the beginning. */
function discountMonths(subscription: Subscription): number | null | 'once' {
  const { discountCycles: cycles, trialDays, createdAt } = subscription
  if (cycles === null) return null
  if (trialDays === 0) return cycles === 1 ? 'once' : cycles * (monthsOf(subscription) ?? 0)
  const months = reducedMonths(subscription, { start: createdAt.getTime(), trialDays, cycles })
  if (months === undefined) throw new RangeError('A coupon that the provider cannot count')
  return months
}

/** An estimate. The exact end is set once Stripe's anchor is known and the first payment is made. */
function endOf(subscription: Subscription): Date | 'period_end' | null {
  const end = expectedEnd(subscription)
  if (end === null) return null
  // With a trial, the first period is the trial.
  return subscription.cancelAfter === 1 && subscription.trialDays === 0 ? 'period_end' : new Date(end)
}

/** Stores the subscription's id on Stripe. It is written once, before anything is charged. */
async function linkSubscription(
  services: Services,
  subscription: Subscription,
  begun: ProviderSubscription,
): Promise<void> {
  if (subscription.stripeSubscriptionId !== null) return
  await changeSubscription(services.db, subscription, {
    stripeSubscriptionId: begun.id,
    stripeCustomerId: begun.customerId,
    stripeSetupIntentId: begun.pendingSetupId,
    billingCycleAnchor: begun.billingCycleAnchor,
    currentPeriodEnd: begun.currentPeriodEnd,
    trialEnd: begun.trialEnd,
    trialReminderAt: reminderOf(begun.trialEnd, subscription.trialDays),
    ...noticesOf({ ...subscription, currentPeriodEnd: null }, begun, false),
    cancelAt: begun.cancelAt,
    cancelAtPeriodEnd: begun.cancelAtPeriodEnd,
    updatedAt: services.clock.now(),
  })
}

/** Charges the first invoice. Throws `CardDeclined`, or `OutcomeUnknown` if it may have been charged. */
export async function chargeFirst(
  services: Services,
  purchase: Purchase,
  intentId: string,
): Promise<PaymentIntent> {
  const request = { purchaseId: purchase.id, intentId, ...meansOf(services.config, purchase) }
  return services.provider.confirmFirst(purchase.stripeAccountId, request, chargeTime)
}

/** Finds the subscription on Stripe, even if the response to creating it was lost. */
export async function findBegun(
  services: Services,
  subscription: Subscription,
): Promise<ProviderSubscription | undefined> {
  const { stripeAccountId: account, stripeSubscriptionId: id, createdAt, orderId } = subscription
  if (id !== null) return services.provider.retrieveSubscription(account, id)
  const from = secondsAfter(createdAt, -clockSkew)
  const to = secondsAfter(createdAt, arrivalTime + clockSkew)
  for await (const one of services.provider.listSubscriptions(account, from, to)) {
    if (one.purchaseId !== orderId) continue
    await linkSubscription(services, subscription, one)
    // Stripe's list does not include the invoice.
    return services.provider.retrieveSubscription(account, one.id)
  }
  return undefined
}

/**
 * The current PaymentIntent of the first invoice. Undefined while it may still be on its way, and `never` when it can
 * no longer be charged. `isLate` means that no request of the order can still arrive, so an uncharged subscription is
 * closed. A subscription created after that is never charged, because only our second request charges it.
 */
export async function findFirstIntent(
  services: Services,
  purchase: Purchase,
  subscription: Subscription,
  isLate: boolean,
): Promise<PaymentIntent | 'never' | undefined> {
  const intentId = purchase.paymentIntentId ?? (await findIntentId(services, subscription))
  if (intentId === null) return isLate ? 'never' : undefined
  const intent = await services.provider.retrievePaymentIntent(purchase.stripeAccountId, intentId)
  const isUntouched = intent.status === 'requires_payment_method' && intent.declineReason === undefined
  if (!isUntouched && intent.status !== 'requires_confirmation') return intent
  return isLate ? closeFirstInvoice(services, subscription, intentId) : undefined
}

/** A SetupIntent that has a card is no longer linked to the subscription on Stripe. Its id is in our row. */
async function findIntentId(services: Services, subscription: Subscription): Promise<string | null> {
  if (subscription.stripeSetupIntentId !== null) return subscription.stripeSetupIntentId
  const begun = await findBegun(services, subscription)
  return begun === undefined ? null : firstIntentOf(begun)
}

/**
 * Makes sure that a first invoice can no longer be charged. Returns its PaymentIntent, which is canceled unless it was
 * already paid or is being processed by a bank. A subscription that was running only because of the bank ends with it,
 * and so does one without a card.
 */
export async function closeFirstInvoice(
  services: Services,
  subscription: Subscription,
  intentId: string,
): Promise<PaymentIntent> {
  const { provider } = services
  const { stripeAccountId: account } = subscription
  if (isSetupId(intentId)) return closeSetup(services, subscription, intentId)
  const begun = await findBegun(services, subscription)
  const invoice = begun?.latestInvoice
  if (begun !== undefined && invoice?.paymentIntentId === intentId && invoice.status === 'open') {
    const isVoid = await voidInvoice(provider, account, invoice)
    if (isVoid && begun.status !== 'incomplete') await provider.endSubscription(account, begun.id)
  }
  return provider.retrievePaymentIntent(account, intentId)
}

async function closeSetup(
  services: Services,
  subscription: Subscription,
  setupId: string,
): Promise<PaymentIntent> {
  const { provider } = services
  const { stripeAccountId: account } = subscription
  const closed = await provider.cancelSetup(account, setupId)
  if (closed.status === 'succeeded') return closed
  const begun = await findBegun(services, subscription)
  if (begun !== undefined && !hasEnded(begun.status)) await provider.endSubscription(account, begun.id)
  return closed
}
