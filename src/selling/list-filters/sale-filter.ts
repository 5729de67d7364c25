import { z } from 'zod'
import { purchaseKinds, purchaseStatuses } from '#foundation/db/tables/purchases.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { calendarDay, currencyCode, uuid } from '#foundation/http/input/fields.ts'
import { zone } from '#foundation/http/input/zone.ts'

/**
 * What a purchase has come to: its own state, or one that several share.
 * - `sold`: it was paid, whatever became of it later.
 * - `returned`: money went back, by a refund or to the buyer's bank in a dispute. The days are then those on which it
 *   did.
 * - `disputed`: the buyer's bank takes it back, asks about it, or did.
 */
export const soughtStatuses = [...purchaseStatuses, 'sold', 'returned', 'disputed'] as const
export type SoughtStatus = (typeof soughtStatuses)[number]

/** How the recurring price stands that an order began: `past_due` is one whose last payment was declined. */
export const soughtSubscriptions = ['active', 'past_due'] as const
export type SoughtSubscription = (typeof soughtSubscriptions)[number]

const date = calendarDay('This field must be a date')

/**
 * Which of a seller's purchases: all of these hold. Days are those of `zone`, both included; a purchase counts on the one
 * on which it was paid, or else made.
 */
export const saleFilter = z.object({
  customer: uuid.optional(),
  form: uuid.optional(),
  /** One of the prices of `form`; what was sold before there were several counts as sold at the one it was made with. */
  price: uuid.optional(),
  status: z.enum(soughtStatuses, { error: messages.choice }).optional(),
  kind: z.enum(purchaseKinds, { error: messages.choice }).optional(),
  subscription: z.enum(soughtSubscriptions, { error: messages.choice }).optional(),
  currency: currencyCode.optional(),
  from: date.optional(),
  to: date.optional(),
  zone: zone.default('UTC'),
})
export type SaleFilter = z.output<typeof saleFilter>

type Named = Readonly<Partial<Record<'from' | 'to' | 'form' | 'price', string | undefined>>>

/** The days of a filter are in order, and its price is of a form. */
export function inOrder<Filter extends z.ZodType<Named>>(filter: Filter) {
  return filter
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      error: 'This date is before the start date',
    })
    .refine(({ form, price }) => price === undefined || form !== undefined, {
      path: ['price'],
      error: 'Say of which form this is a price',
    })
}
