import { createHash } from 'node:crypto'
import { applicationFeeOf } from '#accounts/billing/application-fee.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { InvalidFields, found } from '#foundation/failures/failure.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { oneOfBoth } from '#payments/purchases/messages.ts'
import type { ChargeAttempt } from '#payments/card-testing/guard.ts'
import { chargeRecorded, type Order, recordPurchase } from '#payments/purchases/charge/charge-purchase.ts'
import type { Charged } from '#payments/purchases/settle/outcome.ts'
import { isKnownKey, repeatCharge } from '#payments/purchases/charge/earlier-purchases.ts'
import { findPurchaseById, lockPurchase } from '#payments/purchases/records/find-purchase.ts'
import { withTaxedLines } from '#payments/provider-tax/assess-tax.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { type Purchase, taxColumns } from '#payments/purchases/purchase.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import { columnsFromOrder } from '#payments/purchases/records/columns-from-order.ts'
import { OutcomeUnknown, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import { cancelAuthentication, checkPurchase } from '#payments/purchases/settle/check-purchase.ts'
import { OfferOver } from './errors.ts'
import { candidatesOf, isOpenForOffers, isSameItem } from './sequence.ts'
import { taxOffer } from './tax-offer.ts'
import { findSavedCard, findShown, loadSequence, setTry, type ShownOfferRow } from './store.ts'

type Acceptance = {
  readonly shownId: string
  /** A card other than the one that paid last, or null to use that one. */
  readonly paymentMethodId: string | null
  /**
   * Another payment method as a token from the page's fields, or null. It never sends the buyer to a bank's
   * own page.
   */
  readonly confirmationToken: string | null
  readonly idempotencyKey: string | undefined
  readonly attempt: ChargeAttempt
}

type Recorded =
  | { readonly kind: 'new'; readonly purchase: Purchase; readonly isCardSaved: boolean }
  | { readonly kind: 'known'; readonly claim: Pick<Order, 'formId' | 'idempotencyKey' | 'fingerprint'> }

/**
 * Pays for an offer at the price that was shown, with the card that paid last or a new one, as a separate
 * purchase that belongs to the order. An offer has only one attempt at a time: while one is in progress or
 * has succeeded, every further request gets its result, whatever the key. A failed attempt is closed on
 * Stripe before the next one begins, so that a late authentication cannot charge twice.
 */
export async function acceptOffer(
  services: PaymentServices,
  order: Purchase,
  acceptance: Acceptance,
): Promise<Charged> {
  const { confirmationToken } = acceptance
  if (confirmationToken !== null && acceptance.paymentMethodId !== null)
    throw new InvalidFields({ confirmationToken: oneOfBoth() })
  const shown = found(await findShown(services.db, order.id, acceptance.shownId))
  const claim = idempotencyClaimOf(order, acceptance)
  const before = shown.purchaseId === null ? undefined : await findPurchaseById(services.db, shown.purchaseId)
  // A repeated request is not another attempt, and a payment that was made or is in progress is not checked again.
  const isRepeated = before?.idempotencyKey === claim.idempotencyKey
  if (isRepeated || (before !== undefined && !isOver(before))) {
    return repeatCharge(services, isRepeated ? claim : before)
  }
  if (before !== undefined && (await isKnownKey(services, claim))) return repeatCharge(services, claim)
  if (shown.total > 0) await services.guard.admit({ ...order, orderId: order.id }, acceptance.attempt)
  // Stripe is only queried if a new attempt would begin.
  if (before?.status === 'failed') await closeTry(services, before, 'offer accepted again')
  const taxed = await taxOffer(services, order, shown)
  const since = performance.now()
  const recorded = await inTransaction(services.db, async (tx): Promise<Recorded> => {
    await lockPurchase(tx, order.id)
    const current = found(await findShown(tx, order.id, shown.id))
    const last = current.purchaseId === null ? undefined : await findPurchaseById(tx, current.purchaseId)
    const isOwnKey = last?.idempotencyKey === claim.idempotencyKey
    // An attempt that has just failed is not closed yet, and this request gets its result too.
    const isClosed = last !== undefined && isOver(last) && last.id === shown.purchaseId
    if (last !== undefined && (isOwnKey || !isClosed)) {
      return { kind: 'known', claim: isOwnKey ? claim : last }
    }
    const sequence = await loadSequence(tx, order)
    const candidates = candidatesOf(order, sequence)
    const isOnSale = candidates.some((item) => isSameItem(current, item)) && sequence?.isGoingBack !== true
    if (current.closedAs !== null || !isOnSale || !isOpenForOffers(order, services.clock.now())) {
      throw new OfferOver()
    }
    const saved = await findSavedCard(tx, order.id)
    const isToken = current.total > 0 && confirmationToken !== null
    const paymentMethodId =
      current.total === 0 || isToken ? null : (acceptance.paymentMethodId ?? saved?.paymentMethodId)
    if (paymentMethodId === undefined) throw new InvalidFields({ paymentMethodId: messages.required() })
    const purchase = await recordPurchase(services, tx, {
      ...(taxed === null ? purchaseOf(order, current) : withTaxedLines(purchaseOf(order, current), taxed)),
      applicationFeeAmount: applicationFeeOf(sequence?.sellerPlan ?? null, current.total),
      ...claim,
      paymentMethodId,
      confirmationTokenId: isToken ? confirmationToken : null,
      stripeCustomerId: saved?.stripeCustomerId ?? order.stripeCustomerId,
    })
    if (purchase === undefined) return { kind: 'known', claim }
    await setTry(tx, current.id, purchase.id)
    const isCardSaved = paymentMethodId !== null && paymentMethodId === saved?.paymentMethodId
    return { kind: 'new', purchase, isCardSaved }
  })
  if (recorded.kind === 'known') return repeatCharge(services, recorded.claim)
  const { purchase } = recorded
  return services.tracer.purchase(purchase.id, since, () =>
    chargeRecorded(services, purchase, acceptance.attempt, recorded),
  )
}

function isOver({ status }: Purchase): boolean {
  return status === 'failed' || status === 'canceled'
}

function purchaseOf(
  order: Purchase,
  shown: ShownOfferRow,
): Omit<Order, 'idempotencyKey' | 'fingerprint' | 'paymentMethodId' | 'confirmationTokenId'> {
  const { subtotal, taxAmount, total, discountAmount } = shown
  const { offerId, bumpId, title, sellerTitle } = shown
  return {
    ...columnsFromOrder(order),
    kind: 'offer',
    subtotal,
    taxAmount,
    total,
    couponCode: discountAmount === 0 ? null : order.couponCode,
    discountAmount,
    oneTimeOfferCount: 0,
    lines: [
      {
        kind: 'offer',
        offerId,
        bumpId,
        title,
        sellerTitle,
        subtotal,
        taxAmount,
        total,
        discountAmount,
        ...pickFields(shown, taxColumns),
      },
    ],
  }
}

/** Idempotency keys belong to the order. Without one, the same card pays for the same offer once. */
function idempotencyClaimOf(order: Purchase, { shownId, idempotencyKey, ...acceptance }: Acceptance) {
  const means = acceptance.paymentMethodId ?? acceptance.confirmationToken
  const given = idempotencyKey ?? `derived-${shownId}-${means ?? 'saved'}`
  return {
    formId: order.formId,
    idempotencyKey: `offer-${order.id}-${given}`,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([order.id, shownId, means]))
      .digest('base64url'),
  }
}

/**
 * Makes sure that a failed or waiting attempt to pay for an offer can no longer be charged. If it has been charged by
 * then, it is paid. Throws `ProviderUnreachable` if Stripe does not respond. In that case, the caller must stop.
 */
export async function closeTry(services: PaymentServices, last: Purchase, cause: string): Promise<void> {
  try {
    if (last.status === 'requires_action') await cancelAuthentication(services, last, cause)
    else if (last.status === 'failed') await checkPurchase(services, last, cause)
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw new ProviderUnreachable(error)
    throw error
  }
}
