import { purchaseSource } from '#payments/purchases/source.ts'
import { z } from 'zod'
import { confirmationTokenId, paymentMethodId } from '#foundation/card-provider/ids.ts'
import { idempotencyKey, idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { emailAddress, line, number, requiredLine, text, uuid } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { couponScopes } from '#payments/pricing/discount.ts'
import { price } from '#payments/pricing/price.ts'
import { keyFailures, paymentFailures, purchaseOutcome } from '#payments/purchases/contract.ts'

/** A coupon's code as a buyer types it. Text that cannot be a code gets the same response as a wrong code. */
export const couponCode = requiredLine(60)

export const quantity = number.min(1).max(9999).int()

/** The amount that a buyer enters for one unit, in minor units. */
export const named = z.number().int().min(0).max(999_999_999_999)

/** This allows more answers than a form has questions, because a buyer's page can be older than the form. */
const mostAnswers = 60

const answer = z.union([text(4000), z.number(), z.boolean(), z.array(text(200)).max(60)], {
  error: messages.invalid,
})

/** A detail for the invoice. It is validated only if the form asks for it. */
const detail = line(200).nullish()

const details = z.object({
  country: detail,
  addressLine1: detail,
  addressLine2: detail,
  postalCode: detail,
  city: detail,
  /** The company and its tax number are used only with `isBusiness`. */
  name: detail,
  taxNumber: detail,
  /** The consent to share the order with ad platforms, in the page's words. */
  adsConsent: text(1000).nullish(),
  /** The parameters of the page's URL that name a click on an ad. Used only with `adsConsent`. */
  clicks: text(2000).nullish(),
  isBusiness: z.union([z.boolean(), z.literal('true').transform(() => true)]).default(false),
})

export const payFormBody = z.object({
  form: uuid,
  /** The id of one of the form's prices. By default the first. */
  price: uuid.optional(),
  /** The quantity to buy. By default the form's minimum. */
  quantity: quantity.optional(),
  /** The amount for one unit at a "pay what you want" price, in minor units. By default the minimum. */
  amount: named.optional(),
  bumps: z.array(uuid).max(50).default([]),
  email: emailAddress,
  name: requiredLine(120),
  /** The id of the card's PaymentMethod. Missing when the total is zero. */
  paymentMethodId: paymentMethodId.nullable().default(null),
  /** The token made from the page's payment fields, instead of `paymentMethodId`. */
  confirmationToken: confirmationTokenId.nullable().default(null),
  oneTimeOfferCount: z.number().min(0).max(20).int().default(5),
  /** The page's signed quote. A dot and 16 to 64 letters or digits appended to it identify one visit. */
  quote: z.string().max(2048).optional(),
  /** A coupon's code, and the signed promise that was returned when the buyer entered it. */
  coupon: couponCode.optional(),
  couponPromise: z.string().max(512).optional(),
  /** The solution to the challenge in a 428 response, while the form is under attack. */
  proof: z.string().max(512).optional(),
  /** The consents that the buyer ticked, in the page's words. By default none. */
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
   * The answers to the form's questions, by their slugs: text (also for a number, or a date as `2026-11-24`), a list
   * for several options, or true for a ticked box. Answers to other questions are ignored.
   */
  answers: z
    .record(z.string().max(40), answer)
    .refine((answers) => Object.keys(answers).length <= mostAnswers, {
      error: () => messages.most(mostAnswers),
    })
    .default({}),
  /** The buyer's details for the invoice. Details that the form does not ask for are ignored. */
  details: details.optional(),
  /**
   * The amount due today according to the page, in minor units. Required with a quote if a price begins with
   * a trial or a set-up fee.
   */
  due: z.number().int().min(0).optional(),
  /** Starts a subscription without its trial, so that the first full payment is due today. */
  withoutTrial: z.boolean().default(false),
  /** Confirms that the buyer wants to buy the same form again. */
  isRepeat: z.boolean().default(false),
  /** Where the buyer came from, according to the link they followed to the page. */
  source: purchaseSource.optional(),
  /** The key from the link that led the buyer back to this order. */
  resume: z.string().max(255).optional(),
})
export type PayFormBody = z.output<typeof payFormBody>

/** A new signed quote, as a page receives it and as a 409 response contains it. */
export const quote = z.object({ token: z.string(), price, issuedAt: z.number().int() })
export type Quote = z.output<typeof quote>

const taxRate = z.object({ percentage: z.string(), inclusive: z.boolean() })

const enterCodeBody = z.object({
  form: uuid,
  price: uuid.optional(),
  quantity: quantity.optional(),
  amount: named.optional(),
  code: couponCode,
  bumps: z.array(uuid).max(50).default([]),
  /** Starts a subscription without its trial, so that the first full payment is due today. */
  withoutTrial: z.boolean().default(false),
  /** The solution to the challenge in a 428 response, while someone is guessing the form's codes. */
  proof: z.string().max(512).optional(),
})

/** A coupon's discount, as the page computes it. Amounts are in minor units of the form's currency. */
export const enteredCoupon = z.object({
  code: z.string(),
  scope: z.enum(couponScopes),
  takes: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('percent'), percentage: z.string() }),
    z.object({ kind: z.literal('amount'), amount: z.number().int() }),
  ]),
  minimum: z.number().int(),
  /**
   * The number of payments, starting with the first, that the coupon reduces at this price, or null for all
   * of them.
   */
  cycles: z.number().int().nullable(),
  /** The number of payments that the seller chose, whatever the price. */
  lasting: z.object({ lasts: z.enum(['once', 'cycles', 'forever']), cycles: z.number().int().nullable() }),
})

export const checkoutContract = {
  enterCode: {
    method: 'POST',
    path: '/stripe/coupons',
    summary:
      'Returns the discount of a code on a form’s price. Send `promise` back as `couponPromise` when paying, so that the buyer pays no more than they were shown',
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
  readTax: {
    method: 'POST',
    path: '/stripe/form-tax',
    summary: 'Returns a buyer’s tax on a form, with a new quote',
    access: 'anyone',
    body: z.object({ form: uuid, details }),
    failures: {
      form_not_found: 404,
      form_not_payable: 409,
      form_paused: 409,
      form_deleted: 410,
      tax_unavailable: 503,
    },
    ok: {
      status: 200,
      schema: z.object({
        tax: taxRate.nullable(),
        /** The included tax that this buyer does not have to pay. */
        without: taxRate.nullable(),
        taxTitle: z.string().nullable(),
        /** The register's response about a business's tax number, or null if the number does not affect the tax. */
        number: z.enum(['verified', 'unverified', 'unavailable', 'unchecked', 'malformed']).nullable(),
        quote,
      }),
    },
  },
  payForm: {
    method: 'POST',
    path: '/stripe/pay-form',
    summary:
      'Pays for a form. Send an Idempotency-Key and reuse it for retries: each key is charged only once per form',
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
      tax_unavailable: 503,
    },
    ok: { status: 200, schema: purchaseOutcome },
  },
  cancelPurchase: {
    method: 'POST',
    path: '/stripe/purchases/:id/cancel',
    summary:
      'Abandons a purchase that is waiting for the buyer’s bank, so that another card can be used right away',
    access: 'anyone',
    params: idParams,
    body: z.object({ secret: z.string().max(255) }),
    failures: { ...paymentFailures, ...keyFailures },
    ok: { status: 200, schema: purchaseOutcome },
  },
  getPurchaseState: {
    method: 'POST',
    path: '/stripe/purchases/:id/state',
    summary: 'Asks the payment provider for a purchase’s current state. Safe to repeat',
    access: 'anyone',
    params: idParams,
    body: z.object({ secret: z.string().max(255) }),
    failures: { ...paymentFailures, ...keyFailures },
    ok: { status: 200, schema: purchaseOutcome },
  },
} as const satisfies Contract
