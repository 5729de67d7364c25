import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { zone } from '#foundation/http/input/zone.ts'
import { messages } from '#foundation/http/contract/messages.ts'

/** The number of days that a form's card covers, including today: the same as in the overview. */
export const countedDays = 30

/** The maximum number of forms in one request. A screen shows fewer. */
const mostAsked = 100

const forms = z
  .string({ error: fieldText })
  .max(40 * mostAsked, { error: () => messages.max(40 * mostAsked) })
  .transform((given) => given.split(','))
  .pipe(z.array(uuid).max(mostAsked))

/** A form's last days. Each list has one number per day. */
const formSales = z.object({
  formId: z.string(),
  orders: z.number().int(),
  ordersByDay: z.array(z.number().int()),
  /** Payments by currency, in minor units: orders, offers and renewals, including tax, even if refunded later. */
  gross: z.array(
    z.object({ currency: z.string(), total: z.number().int(), byDay: z.array(z.number().int()) }),
  ),
  /** The numbers by price id. Left out if everything was paid at the form's own price, whose id is the form's. */
  prices: z.array(z.object({ priceId: z.string(), orders: z.number().int() })).optional(),
})
export type FormSales = z.output<typeof formSales>

/** Separate from the sales contract, so that the list of forms, which is a seller's first page, loads nothing more. */
export const salesByFormContract = {
  countSalesByForm: {
    method: 'GET',
    path: '/sales/by-form',
    summary: `Orders and gross revenue of the last ${countedDays} days, by form; a form without any is left out. \`forms\`: those to count, up to ${mostAsked} ids with commas`,
    access: 'onboarded',
    right: { entity: 'sales', verb: 'read' },
    query: z.object({ forms: forms.optional(), zone: zone.default('UTC') }),
    ok: {
      status: 200,
      schema: z.object({
        /** Null if there are too many forms to count within a request. */
        forms: z.array(formSales).nullable(),
      }),
    },
  },
} as const satisfies Contract
