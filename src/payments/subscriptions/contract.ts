import { z } from 'zod'
import { setupIntentId } from '#foundation/card-provider/ids.ts'
import { idempotencyKey, idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { cancelReasons } from '#foundation/db/tables/subscriptions.ts'
import { keyFailures, paymentFailures } from '#payments/purchases/contract.ts'

const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const

/** A subscription for its buyer and seller. Amounts are in minor units of `currency`, times in ISO format. */
export const subscription = z.object({
  status: z.enum(subscriptionStatuses),
  title: z.string(),
  billingInterval: z.number().int(),
  billingPeriod: z.enum(['Daily', 'Weekly', 'Monthly', 'Yearly']),
  /** The number of payments after which it ends automatically, or 0 for never. */
  cancelAfter: z.number().int(),
  currency: z.string(),
  /** The next payment, or the declined one if unpaid; subtotal + taxAmount = total. */
  subtotal: z.number().int(),
  taxAmount: z.number().int(),
  total: z.number().int(),
  /**
   * When the order's coupon ends: after `after` more payments, each payment is `total`. Null if they all stay
   * the same.
   */
  change: z.object({ after: z.number().int(), total: z.number().int() }).nullable(),
  paidCycles: z.number().int(),
  /**
   * Describes the card if the buyer has changed it, such as "Visa ending in 4242". Null for the order's
   * payment method.
   */
  card: z.string().nullable(),
  /** Whether the card expires before the next payment, which is known three weeks ahead. */
  cardExpires: z.boolean(),
  /** When the card is charged next. Null if it is not charged again, or only after the buyer fixes the payment. */
  nextChargeAt: z.string().nullable(),
  /**
   * The beginning and end of a pause, during which nothing is charged. It begins at the end of the paid period.
   * `isSkip` means that one or two payments are skipped. Null if it is not paused.
   */
  pause: z
    .object({
      from: z.string(),
      until: z.string(),
      hasBegun: z.boolean(),
      isSkip: z.boolean(),
      by: z.enum(['buyer', 'seller']),
    })
    .nullable(),
  /** The buyer's reason for canceling, if they gave one, with their own words or null. */
  left: z.object({ reason: z.enum(cancelReasons), note: z.string().nullable() }).nullable(),
  /** When the subscription ends or ended, or null if it continues until canceled. */
  endsAt: z.string().nullable(),
  /** When the unpaid renewal was first declined. Null if none is unpaid, or while that is unknown. */
  paymentFailedAt: z.string().nullable(),
  /** When Stripe automatically retries a declined payment, or null if it does not. */
  nextPaymentAttempt: z.string().nullable(),
  needsCard: z.boolean(),
  /** The amount that a new card is charged right away, or null if nothing is unpaid. */
  due: z.number().int().nullable(),
  canCancel: z.boolean(),
  /** Whether it is canceled but runs until the end of the period, so that this can still be undone. */
  canResume: z.boolean(),
  /** The price of an early payoff, with and without its discount. Null if not available now. */
  payoff: z
    .object({
      payments: z.number().int(),
      total: z.number().int(),
      withoutDiscount: z.number().int(),
    })
    .nullable(),
  /** The state of an early payoff that the buyer has started. Null if there is none or it failed. */
  payoffState: z.enum(['open', 'paid']).nullable(),
  /**
   * The other price of the form that the buyer has changed to, charged from `from` on instead of the `former`
   * price. `from` is null until Stripe has confirmed the date. Totals are for one payment. If both are the
   * same, a change was undone but can still be charged until Stripe confirms.
   */
  priceChange: z
    .object({
      id: z.uuid(),
      title: z.string(),
      total: z.number().int(),
      from: z.string().nullable(),
      former: z.object({ title: z.string(), total: z.number().int() }),
    })
    .nullable(),
})
export type SubscriptionWire = z.output<typeof subscription>

const secret = z.string().max(255)
const ofBuyer = { method: 'POST', access: 'anyone', params: idParams } as const
const ofSale = {
  method: 'POST',
  access: 'onboarded',
  right: { entity: 'sales', verb: 'write' },
  params: idParams,
} as const
const failures = { provider_unreachable: 503 } as const
const buyersFailures = { ...failures, ...keyFailures } as const
const state = { status: 200, schema: subscription } as const

const payoffState = {
  status: 200,
  schema: z.object({
    status: z.enum(['paid', 'requires_action', 'processing']),
    clientSecret: z.string().nullable(),
    payoffId: uuid,
    subscription,
  }),
} as const

export const subscriptionsContract = {
  getSubscription: {
    ...ofBuyer,
    path: '/stripe/purchases/:id/subscription',
    summary: 'Reads the buyer’s subscription as it is now. The purchase is the order that started it',
    body: z.object({ secret }),
    failures: buyersFailures,
    ok: state,
  },
  cancelSubscription: {
    ...ofBuyer,
    path: '/stripe/purchases/:id/subscription/cancel',
    summary:
      'Cancels the subscription at the end of the paid period, or right away if a payment was declined',
    body: z.object({ secret }),
    failures: buyersFailures,
    ok: state,
  },
  resumeSubscription: {
    ...ofBuyer,
    path: '/stripe/purchases/:id/subscription/resume',
    summary: 'Resumes a canceled subscription before its period has ended',
    body: z.object({ secret }),
    failures: { ...buyersFailures, not_resumable: 409 },
    ok: state,
  },
  beginCardChange: {
    ...ofBuyer,
    path: '/stripe/purchases/:id/subscription/card',
    summary:
      'Begins to change the card. Returns a SetupIntent, whose client secret the page confirms with the new card',
    body: z.object({ secret }),
    failures: { ...buyersFailures, subscription_ended: 409 },
    ok: { status: 200, schema: z.object({ setupIntentId: z.string(), clientSecret: z.string() }) },
  },
  finishCardChange: {
    ...ofBuyer,
    path: '/stripe/purchases/:id/subscription/card/finish',
    summary:
      'Charges the card of the confirmed SetupIntent from now on, and for unpaid payments right away: no more than `due` (minor units), which the buyer was shown. If there is a `clientSecret`, the bank must authenticate a payment; then repeat this request',
    body: z.object({ secret, setupIntentId, due: z.number().int().nonnegative().optional() }),
    failures: { ...buyersFailures, card_refused: 402, subscription_ended: 409, collection_unknown: 503 },
    ok: {
      status: 200,
      schema: z.object({ subscription, clientSecret: z.string().nullable() }),
    },
  },
  payOffSubscription: {
    ...ofBuyer,
    path: '/stripe/purchases/:id/subscription/pay-off',
    summary:
      'Pays the rest of a plan with its card if that is `total` (minor units), and ends the plan. Send an Idempotency-Key for each click and keep it for retries: the same key is the same payment. If there is a `clientSecret`, the bank must authenticate the payment',
    headers: z.object({ 'idempotency-key': idempotencyKey }),
    body: z.object({ secret, total: z.number().int().positive() }),
    failures: {
      ...paymentFailures,
      ...keyFailures,
      subscription_busy: 503,
      payoff_changed: 409,
      payoff_unavailable: 409,
      payoff_needs_card: 409,
    },
    ok: payoffState,
  },
  getPayoffState: {
    ...ofBuyer,
    path: '/stripe/purchases/:id/subscription/pay-off/state',
    summary:
      'Returns the state of an early payoff, for example after the bank’s authentication. It starts nothing',
    body: z.object({ secret, payoffId: uuid }),
    failures: { ...paymentFailures, ...keyFailures },
    ok: payoffState,
  },
  giveUpPayOff: {
    ...ofBuyer,
    path: '/stripe/purchases/:id/subscription/pay-off/give-up',
    summary:
      'Abandons an early payoff while the bank still waits for the buyer. A payment that the buyer has already confirmed is completed, and the response says so',
    body: z.object({ secret, payoffId: uuid }),
    failures: buyersFailures,
    ok: state,
  },
  collectSaleSubscription: {
    method: 'POST',
    path: '/sales/:id/subscription/pay',
    summary:
      'Charges the card of a sale’s subscription again for its unpaid renewal. Nothing is charged if nothing is unpaid',
    access: 'onboarded',
    right: { entity: 'sales', verb: 'write' },
    params: idParams,
    failures: {
      ...failures,
      card_refused: 402,
      subscription_ended: 409,
      collection_unknown: 503,
    },
    ok: state,
  },
  cancelSaleSubscription: {
    method: 'POST',
    path: '/sales/:id/subscription/cancel',
    summary:
      'Cancels a sale’s subscription for its seller, at the end of the paid period or now. Canceling now also waives unpaid payments of a plan that has ended',
    access: 'onboarded',
    right: { entity: 'sales', verb: 'write' },
    params: idParams,
    body: z.object({ at: z.enum(['period_end', 'now']).default('period_end') }),
    failures,
    ok: state,
  },
  pauseSaleSubscription: {
    ...ofSale,
    path: '/sales/:id/subscription/pause',
    summary:
      'Pauses a sale’s subscription from the end of the paid period, for 1 to 12 payments. `next` is the next payment as it was shown',
    body: z.object({ payments: z.number().int().min(1).max(12), next: z.iso.datetime() }),
    failures: { ...failures, pause_unavailable: 409, pause_differs: 409, subscription_busy: 503 },
    ok: state,
  },
  unpauseSaleSubscription: {
    ...ofSale,
    path: '/sales/:id/subscription/unpause',
    summary:
      'Undoes a pause before it begins. A pause that has begun ends on its day, or when the buyer resumes',
    failures: { ...failures, pause_differs: 409, subscription_busy: 503 },
    ok: state,
  },
} as const satisfies Contract
