import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { purchaseKinds, purchaseStatuses } from '#foundation/db/tables/purchases.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { calendarDay, currencyCode, requiredLine, uuid } from '#foundation/http/input/fields.ts'
import { zone } from '#foundation/http/input/zone.ts'

/**
 * A purchase's status, or a group of statuses.
 * - `sold`: it was paid, even if it was refunded later.
 * - `returned`: it was refunded or reversed by a dispute. The days are then those of the refund or dispute.
 * - `disputed`: it has or had a dispute or bank inquiry.
 */
export const soughtStatuses = [...purchaseStatuses, 'sold', 'returned', 'disputed'] as const
export type SoughtStatus = (typeof soughtStatuses)[number]

/**
 * The state of the subscription that an order started. Each subscription has exactly one.
 * - `active`, `trialing`: it will renew, after its trial.
 * - `canceling`: it was canceled and runs until the end of its trial or paid time.
 * - `paused`: it will renew after a pause, which may still be ahead.
 * - `past_due`: its last payment was declined.
 */
export const soughtSubscriptions = ['active', 'trialing', 'paused', 'canceling', 'past_due'] as const
export type SoughtSubscription = (typeof soughtSubscriptions)[number]

const date = calendarDay(() => t('This field must be a date'))

/**
 * A filter of a seller's purchases. Every condition must match. Days are those of `zone`, and both are included. A
 * purchase counts on the day it was paid or, if unpaid, made.
 */
export const saleFilter = z.object({
  customer: uuid.optional(),
  form: uuid.optional(),
  /** A price of `form`. Sales from before the form had several prices belong to its original one. */
  price: uuid.optional(),
  status: z.enum(soughtStatuses, { error: messages.choice }).optional(),
  kind: z.enum(purchaseKinds, { error: messages.choice }).optional(),
  subscription: z.enum(soughtSubscriptions, { error: messages.choice }).optional(),
  currency: currencyCode.optional(),
  /** The source named in the buyer's link (`utm_source`, or else `ref`), and its campaign. */
  source: requiredLine(100).optional(),
  campaign: requiredLine(100).optional(),
  from: date.optional(),
  to: date.optional(),
  zone: zone.default('UTC'),
})
export type SaleFilter = z.output<typeof saleFilter>

type Named = Readonly<Partial<Record<'from' | 'to' | 'form' | 'price', string | undefined>>>

/** Checks that a filter's days are in order and that a price comes with its form. */
export function inOrder<Filter extends z.ZodType<Named>>(filter: Filter) {
  return filter
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      error: () => t('This date is before the start date'),
    })
    .refine(({ form, price }) => price === undefined || form !== undefined, {
      path: ['price'],
      error: () => t('A price needs its form'),
    })
}
