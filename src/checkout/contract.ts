import { z } from 'zod'
import { idempotencyKey, type Contract } from '#http/contract.ts'
import { emailAddress, requiredText, uuid } from '#http/fields.ts'
import { messages } from '#http/messages.ts'

/** One line of a purchase; amounts are integer minor units, and subtotal + taxAmount = total. */
export const purchaseLine = z.object({
  kind: z.enum(['form', 'bump', 'offer']),
  title: z.string(),
  subtotal: z.number().int(),
  taxAmount: z.number().int(),
  total: z.number().int(),
})

/** What a purchase costs, all in minor units of `currency`. */
export const price = z.object({
  currency: z.string(),
  lines: z.array(purchaseLine),
  subtotal: z.number().int(),
  taxAmount: z.number().int(),
  total: z.number().int(),
})
export type Price = z.output<typeof price>

/** The states that a buyer can be told. `processing` is "not known yet": do not pay again. */
export const purchaseOutcome = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('paid'),
    purchaseId: uuid,
    /** Opens the purchase's own page and its state; only the buyer has it. */
    secret: z.string(),
    successMessage: z.string().nullable(),
    redirectUrl: z.string().nullable(),
  }),
  z.object({
    status: z.literal('requires_action'),
    purchaseId: uuid,
    secret: z.string(),
    /** The PaymentIntent's client secret, for the provider's browser script. */
    clientSecret: z.string(),
  }),
  z.object({ status: z.literal('processing'), purchaseId: uuid, secret: z.string() }),
  z.object({
    status: z.literal('failed'),
    purchaseId: uuid,
    secret: z.string(),
    /** The provider's code or decline code, to choose the next step by. */
    reason: z.string(),
    message: z.string(),
  }),
])
export type PurchaseOutcome = z.output<typeof purchaseOutcome>

/** The id of the provider's, and nothing else: a card number sent here by mistake is neither stored nor logged. */
export const paymentMethodId = z
  .string({ error: messages.required })
  .regex(/^pm_\w{1,250}$/, { error: 'This payment method is not valid' })

export const payFormBody = z.object({
  form: uuid,
  bumps: z.array(uuid).max(50).default([]),
  email: emailAddress,
  name: requiredText(120),
  /** Absent when the total is zero. */
  paymentMethodId: paymentMethodId.nullable().default(null),
  oneTimeOfferCount: z.number().int().min(0).max(20).default(5),
  /** The signed quote that came with the page. */
  quote: z.string().max(2048).optional(),
  /** The answer to the challenge of a 428, while the form is under attack. */
  proof: z.string().max(512).optional(),
  /** Confirms that a second purchase of the same form is meant. */
  isRepeat: z.boolean().default(false),
})
export type PayFormBody = z.output<typeof payFormBody>

/** A fresh signed quote, as the page holds it and as a 409 brings it. */
export const quote = z.object({ token: z.string(), price, issuedAt: z.number().int() })
export type Quote = z.output<typeof quote>

export const checkoutContract = {
  payForm: {
    method: 'POST',
    path: '/stripe/pay-form',
    summary: 'Pays a form. Send an Idempotency-Key and keep it for retries: one key is one charge',
    access: 'anyone',
    headers: z.object({ 'idempotency-key': idempotencyKey.optional() }),
    body: payFormBody,
    ok: { status: 200, schema: purchaseOutcome },
  },
  cancelPurchase: {
    method: 'POST',
    path: '/stripe/purchases/:id/cancel',
    summary: "Gives up a purchase that waits for the buyer's bank, so that another card can be used at once",
    access: 'anyone',
    params: z.object({ id: z.string() }),
    body: z.object({ secret: z.string().max(255) }),
    ok: { status: 200, schema: purchaseOutcome },
  },
  getPurchaseState: {
    method: 'POST',
    path: '/stripe/purchases/:id/state',
    summary: "Asks the provider for the purchase's present state; safe to repeat",
    access: 'anyone',
    params: z.object({ id: z.string() }),
    body: z.object({ secret: z.string().max(255) }),
    ok: { status: 200, schema: purchaseOutcome },
  },
} as const satisfies Contract
