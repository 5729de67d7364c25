import { z } from 'zod'
import { uuid } from '#foundation/http/input/fields.ts'

/** The states that a buyer can be told. `processing` is "not known yet", or the bank has it: do not pay again. */
export const purchaseOutcome = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('paid'),
    purchaseId: uuid,
    /** Opens the purchase's own page and its state; only the buyer has it. */
    secret: z.string(),
    successMessage: z.string().nullable(),
    redirectUrl: z.string().nullable(),
    /** "Visa ending in 4242", or another method by its name; null: nothing was used, or nobody knows. */
    paidWith: z.string().nullable(),
  }),
  z.object({
    status: z.literal('requires_action'),
    purchaseId: uuid,
    secret: z.string(),
    /** The PaymentIntent's client secret, for the provider's browser script. */
    clientSecret: z.string(),
  }),
  z.object({
    status: z.literal('processing'),
    purchaseId: uuid,
    secret: z.string(),
    /** The bank has it, and will have said by then whether it pays, as an ISO instant; null: not known yet. */
    settlesBy: z.string().nullable(),
  }),
  z.object({
    status: z.literal('failed'),
    purchaseId: uuid,
    secret: z.string(),
    /** The provider's code or decline code, to choose the next step by; why a card is not to be told is left out. */
    reason: z.string(),
    message: z.string(),
    /** The provider's type of what was to pay; null: a card by its id, or not known. */
    method: z.string().nullable(),
  }),
])
export type PurchaseOutcome = z.output<typeof purchaseOutcome>

/** How a key of a purchase may be refused that opened it once. */
export const keyFailures = { link_replaced: 410 } as const

/** How a payment may be refused, whatever is paid. */
export const paymentFailures = {
  payment_refused: 402,
  payment_unsettled: 409,
  payment_in_progress: 409,
  account_not_payable: 409,
  idempotency_key_reused: 422,
  provider_unreachable: 503,
} as const
