import { purchaseSource } from '#payments/purchases/source.ts'
import { z } from 'zod'
import { confirmationTokenId, paymentMethodId } from '#foundation/card-provider/ids.ts'
import { idempotencyKey, idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { emailAddress, line, number, requiredLine, text, uuid } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { couponScopes } from '#payments/pricing/discount.ts'
import { price } from '#payments/pricing/price.ts'
import { keyFailures, paymentFailures, purchaseOutcome } from '#payments/purchases/contract.ts'

/** A coupon's code as a buyer types it. Anything else gets the response for a wrong code. */
export const couponCode = requiredLine(60)

export const quantity = number.min(1).max(9999).int()

/** The amount that a buyer names for one, in minor units. */
export const named = z.number().int().min(0).max(999_999_999_999)

/** More than a form has: a page can be older than its form. */
const mostAnswers = 60

const answer = z.union([text(4000), z.number(), z.boolean(), z.array(text(200)).max(60)], {
  error: messages.invalid,
})

/** Checked as invoice details are, if the form asks for it. */
const detail = line(200).nullish()

export const payFormBody = z.object({
  form: uuid,
  /** One of the form's prices; the first by default. */
  price: uuid.optional(),
  /** The quantity; by default the minimum. */
  quantity: quantity.optional(),
  /** The amount for one unit at a "pay what you want" price, in minor units; the minimum by default. */
  amount: named.optional(),
  bumps: z.array(uuid).max(50).default([]),
  email: emailAddress,
  name: requiredLine(120),
  /** Absent when the total is zero. */
  paymentMethodId: paymentMethodId.nullable().default(null),
  /** The token of the page's payment fields, instead of `paymentMethodId`. */
  confirmationToken: confirmationTokenId.nullable().default(null),
  oneTimeOfferCount: z.number().min(0).max(20).int().default(5),
  /** The signed quote of the page; a dot and 16 to 64 letters or digits after it identify one visit. */
  quote: z.string().max(2048).optional(),
  /** A coupon's code, and the signed promise returned when it was entered. */
  coupon: couponCode.optional(),
  couponPromise: z.string().max(512).optional(),
  /** The solution to the challenge of a 428, while the form is under attack. */
  proof: z.string().max(512).optional(),
  /** The consents that the buyer ticked, in the page's words; by default there are none. */
  consents: z
    .array(
      z.object({
        kind: z.enum(['early_start', 'loss_of_right', 'trial'], { error: messages.choice }),
        text: text(1000),
      }),
    )
    .max(3)
    .default([]),
  /**
   * The answers to the form's questions, by their slugs: a text (also for a number, or a date as `2026-11-24`), a list
   * for several options, true for a tick. Others are ignored.
   */
  answers: z
    .record(z.string().max(40), answer)
    .refine((answers) => Object.keys(answers).length <= mostAnswers, {
      error: () => messages.most(mostAnswers),
    })
    .default({}),
  /** The buyer's details for the invoice, as far as the form asks for them; others are ignored. */
  details: z
    .object({
      country: detail,
      addressLine1: detail,
      addressLine2: detail,
      postalCode: detail,
      city: detail,
      /** The company and its tax number count only with `isBusiness`. */
      name: detail,
      taxNumber: detail,
      isBusiness: z.union([z.boolean(), z.literal('true').transform(() => true)]).default(false),
    })
    .optional(),
  /**
   * The amount due today according to the page, in minor units: required with a quote if a price begins with a trial or
   * a set-up fee.
   */
  due: z.number().int().min(0).optional(),
  /** Starts a recurring price without its trial, with the first full payment. */
  withoutTrial: z.boolean().default(false),
  /** Confirms that the buyer wants to buy the same form again. */
  isRepeat: z.boolean().default(false),
  /** Where the buyer came from, according to the page's link. */
  source: purchaseSource.optional(),
  /** The key of the link that led the buyer back to this order. */
  resume: z.string().max(255).optional(),
})
export type PayFormBody = z.output<typeof payFormBody>

/** A fresh signed quote, as the page holds it and as a 409 brings it. */
export const quote = z.object({ token: z.string(), price, issuedAt: z.number().int() })
export type Quote = z.output<typeof quote>

const enterCodeBody = z.object({
  form: uuid,
  price: uuid.optional(),
  quantity: quantity.optional(),
  amount: named.optional(),
  code: couponCode,
  bumps: z.array(uuid).max(50).default([]),
  /** For a recurring price started without its trial, with the first full payment. */
  withoutTrial: z.boolean().default(false),
  /** The solution to the challenge of a 428, while codes of the form are being guessed. */
  proof: z.string().max(512).optional(),
})

/** A coupon's discount, as a page computes it; amounts are minor units of the form's currency. */
export const enteredCoupon = z.object({
  code: z.string(),
  scope: z.enum(couponScopes),
  takes: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('percent'), percentage: z.string() }),
    z.object({ kind: z.literal('amount'), amount: z.number().int() }),
  ]),
  minimum: z.number().int(),
  /** The number of payments discounted at this price, starting with the first; null: all of them. */
  cycles: z.number().int().nullable(),
  /** The number of payments that the seller set, whatever the price. */
  lasting: z.object({ lasts: z.enum(['once', 'cycles', 'forever']), cycles: z.number().int().nullable() }),
})

export const checkoutContract = {
  enterCode: {
    method: 'POST',
    path: '/stripe/coupons',
    summary:
      'Returns the discount of a code on a form’s price. Send `promise` back as `couponPromise` when paying: no buyer pays more than they were shown',
    access: 'anyone',
    body: enterCodeBody,
    failures: {
      form_not_found: 404,
      coupon_refused: 409,
      form_not_payable: 409,
      form_paused: 409,
      form_deleted: 410,
      proof_needed: 428,
    },
    ok: { status: 200, schema: z.object({ coupon: enteredCoupon, promise: z.string(), price }) },
  },
  payForm: {
    method: 'POST',
    path: '/stripe/pay-form',
    summary: 'Pays a form. Send an Idempotency-Key and reuse it for retries: per form, one key is one charge',
    access: 'anyone',
    headers: z.object({ 'idempotency-key': idempotencyKey.optional() }),
    body: payFormBody,
    failures: {
      ...paymentFailures,
      form_not_found: 404,
      form_not_payable: 409,
      form_paused: 409,
      quote_changed: 409,
      bought_before: 409,
      coupon_refused: 409,
      fewer_left: 409,
      sold_out: 410,
      trial_used: 409,
      form_deleted: 410,
      offer_ended: 410,
      proof_needed: 428,
      quote_needed: 428,
    },
    ok: { status: 200, schema: purchaseOutcome },
  },
  cancelPurchase: {
    method: 'POST',
    path: '/stripe/purchases/:id/cancel',
    summary:
      "Abandons a purchase that is waiting for the buyer's bank, so that another card can be used right away",
    access: 'anyone',
    params: idParams,
    body: z.object({ secret: z.string().max(255) }),
    failures: { ...paymentFailures, ...keyFailures },
    ok: { status: 200, schema: purchaseOutcome },
  },
  getPurchaseState: {
    method: 'POST',
    path: '/stripe/purchases/:id/state',
    summary: "Asks the provider for the purchase's current state; safe to repeat",
    access: 'anyone',
    params: idParams,
    body: z.object({ secret: z.string().max(255) }),
    failures: { ...paymentFailures, ...keyFailures },
    ok: { status: 200, schema: purchaseOutcome },
  },
} as const satisfies Contract
