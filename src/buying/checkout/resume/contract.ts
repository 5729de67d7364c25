import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { emailAddress, line, text, uuid } from '#foundation/http/input/fields.ts'
import { couponCode, named, quantity } from '../contract.ts'

const resumeBody = z.object({ form: uuid, key: z.string().max(255) })

/** An order that a link leads back to, as it was left. */
export const resumedOrder = z.object({
  email: z.string(),
  name: z.string(),
  /** One of the form's prices; absent: it has one. */
  price: z.string().optional(),
  quantity: z.number().int().optional(),
  /** In minor units, for one, at a "pay what you want" price. */
  amount: z.number().int().optional(),
  bumps: z.array(z.string()),
  coupon: z.string().optional(),
  /** What the page says to the buyer. */
  welcome: z.string(),
})

/** What a buyer has typed and chosen when they tick the box that offers a reminder. */
export const reminderBody = z.object({
  form: uuid,
  email: emailAddress,
  name: line(120).default(''),
  price: uuid.optional(),
  quantity: quantity.optional(),
  amount: named.optional(),
  bumps: z.array(uuid).max(50).default([]),
  coupon: couponCode.optional(),
  /** That line, word for word. */
  consent: text(200),
})

export const resumeContract = {
  askForReminder: {
    method: 'POST',
    path: '/stripe/purchases/reminders',
    summary: 'Records that a buyer wants a reminder by email if they do not finish; safe to repeat',
    access: 'anyone',
    body: reminderBody,
    failures: { form_not_found: 404, reminder_off: 409 },
    ok: { status: 200, schema: z.object({}) },
  },
  resumeOrder: {
    method: 'POST',
    path: '/stripe/purchases/resume',
    summary: 'Opens an order that was almost placed, by the key in its buyer’s link; safe to repeat',
    access: 'anyone',
    body: resumeBody,
    failures: { resume_paid: 409, resume_ended: 410 },
    ok: { status: 200, schema: resumedOrder },
  },
} as const satisfies Contract
