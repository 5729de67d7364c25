import { createHash } from 'node:crypto'
import { inLanguage, t } from '#foundation/language/t.ts'
import { copyBuyerDetails } from '#accounts/invoice-details/buyer-details.ts'
import { share } from '#accounts/billing/application-fee.ts'
import { OutcomeUnknown, ProviderRefused, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { ChargeAttempt } from '#payments/card-testing/guard.ts'
import { chargeRecorded, recordPurchase, type Order } from '#payments/purchases/charge/charge-purchase.ts'
import { type Charged, neverSent } from '#payments/purchases/settle/outcome.ts'
import { repeatCharge, resumePurchase, isKnownKey } from '#payments/purchases/charge/earlier-purchases.ts'
import { cancelAuthentication } from '#payments/purchases/settle/check-purchase.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { type Purchase, taxColumns } from '#payments/purchases/purchase.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import { settlePurchase } from '#payments/purchases/settle/settle-purchase.ts'
import { columnsFromOrder } from '#payments/purchases/records/columns-from-order.ts'
import { asPaidNext } from '../begin/agreed-prices.ts'
import { askFirst } from '../change/ask-first.ts'
import { bringUpToDate } from '../end/cancel-subscription.ts'
import { PayoffChanged, PayoffNeedsCard, PayoffUnavailable } from '../errors.ts'
import { changeSubscription, findByOrder, type Subscription } from '../store.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'
import { restAfter, restOfPlan, type RestOfPlan } from './rest-of-plan.ts'

export type PaidOff = { readonly charged: Charged; readonly subscription: Subscription }

/** The amount that a buyer agreed to, in minor units, and a key that belongs to the click. */
export type Press = { readonly total: number; readonly key: string; readonly attempt: ChargeAttempt }

type IdempotencyClaim = Pick<Order, 'formId' | 'idempotencyKey' | 'fingerprint'>
type Known = {
  readonly row: Subscription
  readonly rest: RestOfPlan
  readonly cardId: string
  readonly claim: IdempotencyClaim
}

export const quickMethods: readonly string[] = ['card', 'link']

/**
 * Pays the rest of a plan early, with its card. (1) Commits the intent: a purchase to which the subscription refers.
 * (2) Stops renewals on Stripe, and reads its response. (3) Charges the rest with the purchase's own key. (4) Ends the
 * subscription once that is paid; otherwise undoes (2). A renewal that began before (2) has priority: nothing is
 * charged, and `PayoffChanged` has the new rest, as it does if the buyer agreed to another amount. Each click is one
 * payment, which can always be found by its key. Only one attempt runs at a time, and other clicks get its result. An
 * interrupted attempt is completed when the subscription is next compared with Stripe, by doing (2) and (4) according
 * to the purchase's state.
 */
export async function payOffEarly(
  services: PaymentServices,
  given: Subscription,
  order: Purchase,
  press: Press,
): Promise<PaidOff> {
  const claim = idempotencyClaimOf(given, order, press)
  if (await isKnownKey(services, claim))
    return withSubscription(services, given, await repeatCharge(services, claim))
  const row = await askFirst(async () => syncSubscription(services, given, 'paid early'), unavailable)
  const open =
    row.payoffPurchaseId === null ? undefined : await findPurchaseById(services.db, row.payoffPurchaseId)
  if (open !== undefined) return resumeEarlyPayoff(services, row, open)
  const rest = restOfPlan(row, services.clock.now())
  if (rest === null) throw new PayoffUnavailable()
  if (rest.total !== press.total) throw new PayoffChanged(rest.total)
  await services.guard.admit({ ...order, orderId: order.id }, press.attempt)
  const { cardId, type } = await askFirst(async () => readMeans(services, row), unavailable)
  if (!quickMethods.includes(type)) throw new PayoffNeedsCard()
  const since = performance.now()
  const purchase = await recordEarlyPayoff(services, { row, rest, cardId, claim }, order)
  if (purchase === undefined) return payOffEarly(services, row, order, press)
  return services.tracer.purchase(purchase.id, since, async () => {
    const isHeld = await holdRenewals(services, row, purchase)
    if (!isHeld) throw new PayoffChanged(await restNow(services, row))
    const charged = await chargeRecorded(services, purchase, press.attempt, { isCardSaved: true })
    return withSubscription(services, row, charged)
  })
}

const unavailable = () => new PayoffUnavailable()

async function readMeans(
  { provider }: PaymentServices,
  { stripeAccountId: account, stripeSubscriptionId }: Subscription,
): Promise<{ readonly cardId: string; readonly type: string }> {
  const { cardId } = await provider.retrieveSubscription(account, stripeSubscriptionId ?? '')
  if (cardId === null) throw new PayoffUnavailable()
  return { cardId, type: await provider.readMethodType(account, cardId) }
}

/** Returns the state of an early payoff and starts nothing. Undefined if it belongs to another subscription. */
export async function findEarlyPayoff(
  services: PaymentServices,
  row: Subscription,
  id: string,
): Promise<PaidOff | undefined> {
  const purchase = await findOwn(services, row, id)
  return purchase && resumeEarlyPayoff(services, row, purchase)
}

/**
 * Closes the authentication of an early payoff that the buyer abandons, so that the plan continues right
 * away. If it was completed before that, it is paid. Undefined if it belongs to another subscription.
 */
export async function giveUpEarlyPayoff(
  services: PaymentServices,
  row: Subscription,
  id: string,
): Promise<Subscription | undefined> {
  const purchase = await findOwn(services, row, id)
  if (purchase === undefined) return undefined
  try {
    await cancelAuthentication(services, purchase, 'its buyer gave it up')
  } catch (error) {
    throw error instanceof OutcomeUnknown ? new ProviderUnreachable() : error
  }
  return bringUpToDate(services, await freshOf(services, row), 'given up')
}

async function findOwn(
  { db }: PaymentServices,
  { orderId }: Subscription,
  id: string,
): Promise<Purchase | undefined> {
  const purchase = await findPurchaseById(db, id)
  return purchase?.kind === 'payoff' && purchase.orderId === orderId ? purchase : undefined
}

function idempotencyClaimOf(
  { id }: Subscription,
  { formId }: Purchase,
  { key, total }: Press,
): IdempotencyClaim {
  return {
    formId,
    idempotencyKey: `payoff-${id}-${key}`,
    fingerprint: createHash('sha256').update(`payoff-${id}-${total}`).digest('base64url'),
  }
}

async function resumeEarlyPayoff(
  services: PaymentServices,
  row: Subscription,
  open: Purchase,
): Promise<PaidOff> {
  return withSubscription(services, row, await resumePurchase(services, open, 'buyer asked'))
}

/** Returns the payment's outcome even if a later step fails, because the job also updates the subscription. */
async function withSubscription(
  services: PaymentServices,
  row: Subscription,
  charged: Charged,
): Promise<PaidOff> {
  const fresh = await freshOf(services, row)
  try {
    return { charged, subscription: await bringUpToDate(services, fresh, 'paid early') }
  } catch (error) {
    services.log.error({ err: error, subscription: row.id }, 'a plan that is paid off could not be compared')
    return { charged, subscription: fresh }
  }
}

async function recordEarlyPayoff(
  services: PaymentServices,
  known: Known,
  order: Purchase,
): Promise<Purchase | undefined> {
  const { row } = known
  const now = services.clock.now()
  return inTransaction(services.db, async (tx) => {
    const purchase = await recordPurchase(services, tx, purchaseOf(known, order))
    if (purchase === undefined) return undefined
    await copyBuyerDetails(tx, order.id, purchase.id)
    const changed = await changeSubscription(tx, row, {
      payoffPurchaseId: purchase.id,
      nextCheckAt: now,
      updatedAt: now,
    })
    if (changed === undefined) throw new ChangedMeanwhile()
    return purchase
  }).catch((error: unknown) => {
    if (error instanceof ChangedMeanwhile) return undefined
    throw error
  })
}

class ChangedMeanwhile extends Error {}

function purchaseOf({ row, rest, cardId, claim }: Known, order: Purchase): Order {
  const { subtotal, taxAmount, total } = rest
  const { title, sellerTitle } = row
  const amounts = { subtotal, taxAmount, total }
  return {
    ...columnsFromOrder(order),
    kind: 'payoff',
    stripeCustomerId: row.stripeCustomerId,
    ...amounts,
    applicationFeeAmount: share(total, row.applicationFeeBasisPoints),
    oneTimeOfferCount: 0,
    paymentMethodId: cardId,
    confirmationTokenId: null,
    ...claim,
    lines: [
      {
        ...amounts,
        kind: 'form',
        title: payoffTitle(title, rest.payments),
        sellerTitle: inLanguage('en', () => payoffTitle(sellerTitle ?? title, rest.payments)),
        bumpId: null,
        offerId: null,
        ...pickFields(asPaidNext(row), taxColumns),
      },
    ],
  }
}

function payoffTitle(title: string, count: number): string {
  return t('{title} (the last {count, plural, =1 {payment} other {# payments}}, paid early)', {
    title,
    count,
  })
}

/**
 * Stops renewals. Returns false if a renewal has begun or might have. Then the purchase has failed, and
 * nothing was charged.
 */
async function holdRenewals(
  services: PaymentServices,
  row: Subscription,
  purchase: Purchase,
): Promise<boolean> {
  try {
    const { stripeAccountId: account, stripeSubscriptionId: id } = row
    const held = await services.provider.changeEnd(account, id ?? '', { heldFor: purchase.id })
    if (isAsKnown(row, held)) return true
    await settlePurchase(services, purchase, { status: 'canceled', intent: null }, 'a renewal began before')
    return false
  } catch (error) {
    const isSilence = error instanceof OutcomeUnknown || error instanceof ProviderUnreachable
    if (!isSilence && !(error instanceof ProviderRefused)) throw error
    const failed = { status: 'failed', reason: neverSent, message: '', paymentIntentId: null } as const
    await settlePurchase(services, purchase, failed, 'renewals could not be held')
    throw isSilence ? new ProviderUnreachable() : new PayoffUnavailable()
  }
}

/** Whether this is the period for which the rest was calculated, so that no renewal has followed. */
function isAsKnown({ currentPeriodEnd }: Subscription, held: ProviderSubscription): boolean {
  const isPaid = held.latestInvoice === null || held.latestInvoice.status === 'paid'
  return (
    held.status === 'active' &&
    isPaid &&
    held.cancelAtPeriodEnd &&
    held.currentPeriodEnd.getTime() === currentPeriodEnd?.getTime()
  )
}

/** The rest after the renewal that came first, or null if nothing can be paid early then. */
async function restNow(services: PaymentServices, row: Subscription): Promise<number | null> {
  const after = await bringUpToDate(services, await freshOf(services, row), 'a renewal began before')
  const rest = restOfPlan(after, services.clock.now())
  if (rest !== null) return rest.total
  const paid = after.paidCycles + 1
  return paid < after.cancelAfter ? (restAfter(after, paid)?.total ?? null) : null
}

async function freshOf({ db }: PaymentServices, row: Subscription): Promise<Subscription> {
  return (await findByOrder(db, row.orderId)) ?? row
}
