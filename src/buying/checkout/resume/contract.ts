import { z } from 'zod'
import { idParams, type Contract } from '#foundation/http/contract/contract.ts'
import { emailAddress, line, text, uuid } from '#foundation/http/input/fields.ts'
import { keyFailures } from '#payments/purchases/contract.ts'
import { purchaseSource, storedSource } from '#payments/purchases/source.ts'
import { couponCode, named, quantity, quote } from '../contract.ts'

const resumeBody = z.object({ form: uuid, key: z.string().max(255) })

/** An unfinished order that a link leads back to, as its buyer left it. */
export const resumedOrder = z.object({
  email: z.string(),
  name: z.string(),
  /** The id of one of the form's prices. Missing if the form has only one. */
  price: z.string().optional(),
  quantity: z.number().int().optional(),
  /** The amount for one unit at a "pay what you want" price, in minor units. */
  amount: z.number().int().optional(),
  bumps: z.array(z.string()),
  coupon: z.string().optional(),
  /**
   * The quote that this buyer was shown, while its price is still promised. If missing, the page's own quote
   * applies.
   */
  quote: quote.optional(),
  /** The tags of the link that led to the order. They apply to the returning buyer too. */
  source: storedSource.omit({ referrer: true }).optional(),
  /** A message to the returning buyer, shown on the page. */
  welcome: z.string(),
})

/** What a buyer has typed and chosen when they tick the box for a reminder. */
export const reminderBody = z.object({
  form: uuid,
  email: emailAddress,
  name: line(120).default(''),
  price: uuid.optional(),
  quantity: quantity.optional(),
  amount: named.optional(),
  bumps: z.array(uuid).max(50).default([]),
  coupon: couponCode.optional(),
  source: purchaseSource.optional(),
  /** The label of that box, word for word. */
  consent: text(200),
})

export const resumeContract = {
  askForReminder: {
    method: 'POST',
    path: '/stripe/purchases/reminders',
    summary: 'Records that a buyer wants an email reminder if they do not finish. Safe to repeat',
    access: 'anyone',
    body: reminderBody,
    failures: { form_not_found: 404, reminder_off: 409 },
    ok: { status: 200, schema: z.object({}) },
  },
  resumeOrder: {
    method: 'POST',
    path: '/stripe/purchases/resume',
    summary:
      'Opens an order that was almost paid, with the key from the link in the buyer’s email. Safe to repeat',
    access: 'anyone',
    body: resumeBody,
    failures: { resume_paid: 409, resume_ended: 410 },
    ok: { status: 200, schema: resumedOrder },
  },
  sendOrderLink: {
    method: 'POST',
    path: '/stripe/purchases/:id/link',
    summary: 'Emails a buyer the link back to their unpaid order, only once. Safe to repeat',
    access: 'anyone',
    params: idParams,
    body: z.object({ secret: z.string().max(255) }),
    failures: { ...keyFailures, resume_paid: 409, order_link_unavailable: 409 },
    ok: { status: 200, schema: z.object({ email: z.string() }) },
  },
} as const satisfies Contract
