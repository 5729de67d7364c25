import { z } from 'zod'
import { uuid } from '#foundation/http/input/fields.ts'

/**
 * The state of a purchase. `processing` means that the outcome is not known yet or the bank is processing the payment,
 * so the buyer must not pay again.
 */
export const purchaseOutcome = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('paid'),
    purchaseId: uuid,
    /** The secret that opens the purchase's own page and its state. Only the buyer has it. */
    secret: z.string(),
    successMessage: z.string().nullable(),
    redirectUrl: z.string().nullable(),
    /**
     * Describes the payment method, such as "Visa ending in 4242" or another method's name. Null if none was used or it
     * is unknown.
     */
    paidWith: z.string().nullable(),
  }),
  z.object({
    status: z.literal('requires_action'),
    purchaseId: uuid,
    secret: z.string(),
    /** The PaymentIntent's client secret, for Stripe's browser script. */
    clientSecret: z.string(),
  }),
  z.object({
    status: z.literal('processing'),
    purchaseId: uuid,
    secret: z.string(),
    /** The time by which the bank will have decided, in ISO format, or null if the purchase is not at a bank. */
    settlesBy: z.string().nullable(),
  }),
  z.object({
    status: z.literal('failed'),
    purchaseId: uuid,
    secret: z.string(),
    /**
     * Stripe's error code or decline code, by which the page chooses the next step. Concealed reasons become
     * `generic_decline`.
     */
    reason: z.string(),
    message: z.string(),
    /** Stripe's type of the payment method, or null if it is unknown or the card was given by its id. */
    method: z.string().nullable(),
  }),
])
export type PurchaseOutcome = z.output<typeof purchaseOutcome>

export const keyFailures = { link_replaced: 410 } as const

export const paymentFailures = {
  payment_refused: 402,
  payment_unsettled: 409,
  payment_in_progress: 409,
  account_not_payable: 409,
  idempotency_key_reused: 422,
  provider_unreachable: 503,
} as const
