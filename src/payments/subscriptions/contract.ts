import { z } from 'zod'
import { setupIntentId } from '#foundation/card-provider/ids.ts'
import { idempotencyKey, idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { keyFailures, paymentFailures } from '#payments/purchases/contract.ts'

/** As the provider spells it. */
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

/** A subscription as its buyer and its seller read it; amounts are minor units of `currency`, times are ISO. */
export const subscription = z.object({
  status: z.enum(subscriptionStatuses),
  title: z.string(),
  billingInterval: z.number().int(),
  billingPeriod: z.enum(['Daily', 'Weekly', 'Monthly', 'Yearly']),
  /** The number of payments after which it ends automatically; 0: never. */
  cancelAfter: z.number().int(),
  currency: z.string(),
  /** What the next payment is, and what is unpaid where one was declined; subtotal + taxAmount = total. */
  subtotal: z.number().int(),
  taxAmount: z.number().int(),
  total: z.number().int(),
  /** The order's coupon ends: `after` so many more payments, each is `total`. Null: they all stay the same. */
  change: z.object({ after: z.number().int(), total: z.number().int() }).nullable(),
  paidCycles: z.number().int(),
  /** The card that its buyer has changed to: "Visa ending in 4242"; null: what paid the order pays. */
  card: z.string().nullable(),
  /** When the card is charged next; null when it is never again, or not before the buyer mends the payment. */
  nextChargeAt: z.string().nullable(),
  /** When it will end or has ended; null: it goes on until somebody cancels it. */
  endsAt: z.string().nullable(),
  /** When the renewal that is unpaid was declined first; null where none is, and while that is not known. */
  paymentFailedAt: z.string().nullable(),
  /** When the last payment was declined: the provider's next try by itself, null if there is none. */
  nextPaymentAttempt: z.string().nullable(),
  /** The last payment was declined: another card is asked for. */
  needsCard: z.boolean(),
  /** What that card is charged at once; null: nothing is unpaid. */
  due: z.number().int().nullable(),
  canCancel: z.boolean(),
  /** Canceled for the end of the period, and that can still be taken back. */
  canResume: z.boolean(),
  /** What paying all that is left at once comes to, and without its discount; null: that is not to be had now. */
  payoff: z
    .object({
      payments: z.number().int(),
      total: z.number().int(),
      withoutDiscount: z.number().int(),
    })
    .nullable(),
  /** How paying its rest at once stands, where its buyer has pressed for that; null: nobody has, or it came to nothing. */
  payoffState: z.enum(['open', 'paid']).nullable(),
  /**
   * Its buyer has changed to another price of the form, in the place of the `former` one: charged from `from` on; null while
   * the card provider has not said from when. Each total is of one payment. Where both are the same, a change was taken back,
   * which may be charged until the provider has said that it knows.
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
const failures = { provider_unreachable: 503 } as const
const buyersFailures = { ...failures, ...keyFailures } as const
const state = { status: 200, schema: subscription } as const

/** How paying the rest of a plan stands, and the plan after it. */
const payoffState = {
  status: 200,
  schema: z.object({
    status: z.enum(['paid', 'requires_action', 'processing']),
    clientSecret: z.string().nullable(),
    /** The purchase that pays it: to ask how it stands. */
    payoffId: uuid,
    subscription,
  }),
} as const

export const subscriptionsContract = {
  getSubscription: {
    ...ofBuyer,
    path: '/stripe/purchases/:id/subscription',
    summary: "The buyer's subscription as it is now; the purchase is the order it began with",
    body: z.object({ secret }),
    failures: buyersFailures,
    ok: state,
  },
  cancelSubscription: {
    ...ofBuyer,
    path: '/stripe/purchases/:id/subscription/cancel',
    summary: 'Cancels the subscription at the end of the paid period, or at once if a payment was declined',
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
      'Begins to change the card: answers a SetupIntent, whose client secret the page confirms with the new card',
    body: z.object({ secret }),
    failures: { ...buyersFailures, subscription_ended: 409 },
    ok: { status: 200, schema: z.object({ setupIntentId: z.string(), clientSecret: z.string() }) },
  },
  finishCardChange: {
    ...ofBuyer,
    path: '/stripe/purchases/:id/subscription/card/finish',
    summary:
      'The card of the confirmed SetupIntent pays from now on, and what is unpaid at once: no more than `due` (minor units), which the buyer was shown. `clientSecret`: the bank asks the buyer to authenticate a payment, after which this is asked again',
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
      'Pays all that is left of a plan at once, with its card, where that is `total` (minor units); then it ends. Send an Idempotency-Key for each press and keep it for retries: the same key is the same payment. `clientSecret`: the bank asks the buyer to authenticate the payment',
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
    summary: 'How paying the rest of a plan stands, as after the bank has asked; it begins nothing',
    body: z.object({ secret, payoffId: uuid }),
    failures: { ...paymentFailures, ...keyFailures },
    ok: payoffState,
  },
  giveUpPayOff: {
    ...ofBuyer,
    path: '/stripe/purchases/:id/subscription/pay-off/give-up',
    summary:
      'Gives up paying the rest of a plan at once, where the bank still waits for its buyer; what it has been told to pay by then is paid, as the answer says',
    body: z.object({ secret, payoffId: uuid }),
    failures: buyersFailures,
    ok: state,
  },
  collectSaleSubscription: {
    method: 'POST',
    path: '/sales/:id/subscription/pay',
    summary:
      "Tries the card of a sale's subscription once more for the renewal that it did not pay; where nothing is unpaid, nothing is charged",
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
      "The seller cancels a sale's subscription: at the end of the paid period, or now; now also gives up what a plan still owes after its end",
    access: 'onboarded',
    right: { entity: 'sales', verb: 'write' },
    params: idParams,
    body: z.object({ at: z.enum(['period_end', 'now']).default('period_end') }),
    failures,
    ok: state,
  },
} as const satisfies Contract
