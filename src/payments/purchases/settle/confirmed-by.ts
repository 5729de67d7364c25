import type { Transaction } from 'kysely'
import { isSetupId } from '#foundation/card-provider/ids.ts'
import type { Database } from '#foundation/db/schema.ts'
import { inLanguage } from '#foundation/language/t.ts'
import { payerKeyOf } from '#payments/coupons/hold-coupon.ts'
import { recordCouponPayer } from '#payments/coupons/redemptions.ts'
import { paymentMessages } from '../messages.ts'
import type { PaymentServices } from '../payment-services.ts'
import type { Purchase } from '../purchase.ts'
import { trialUsed, type Outcome } from './outcome.ts'

/**
 * The outcome of a payment that a browser may have confirmed with a card other than the one that was checked for a
 * trial or a coupon with a limit per buyer. That card is recorded. If it has already had the trial, the purchase fails
 * before anything is charged. Once the first payment was charged, the trial or coupon stays.
 */
export async function outcomeForPayer(
  { recurring }: Pick<PaymentServices, 'recurring'>,
  tx: Transaction<Database>,
  purchase: Purchase,
  reported: Outcome,
): Promise<Outcome> {
  // If the response to our own request settles a payment, no browser has had its secret.
  if (reported.status !== 'paid' || reported.intent === null || purchase.status === 'created') return reported
  const { id, payer, purchaseId } = reported.intent
  const payerKey = payerKeyOf(payer)
  if (payerKey === null) return reported
  if (purchase.couponCode !== null) await recordCouponPayer(tx, purchase.id, payerKey)
  // Only the intents of subscriptions do not contain their purchase's id.
  if (purchaseId !== undefined || purchase.kind !== 'order') return reported
  const isAllowed = await recurring.recordPayer(tx, purchase.id, payerKey)
  if (isAllowed || !isSetupId(id)) return reported
  const message = inLanguage(purchase.language ?? 'en', () => paymentMessages.trialUsed)
  // The SetupIntent already has a card, so there is nothing to close. The subscription ends when it is next compared
  // with Stripe.
  return { status: 'failed', reason: trialUsed, message, paymentIntentId: null }
}
