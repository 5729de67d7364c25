import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'

/** The days that a form's card looks back on. */
export const countedDays = 30

/** So many are counted at once: a screen shows fewer. */
const mostAsked = 100

const forms = z
  .string({ error: fieldText })
  .max(40 * mostAsked, { error: messages.max(40 * mostAsked) })
  .transform((given) => given.split(','))
  .pipe(z.array(uuid).max(mostAsked))

/** A contract of its own, because the list of forms is what a seller sees first, and needs no more of the sales. */
export const salesByFormContract = {
  countSalesByForm: {
    method: 'GET',
    path: '/sales/by-form',
    summary: `Counts the orders that were paid in the last ${countedDays} days, by form; a form without any is left out. \`forms\`: those to count, up to ${mostAsked} ids with commas`,
    access: 'onboarded',
    right: { entity: 'sales', verb: 'read' },
    query: z.object({ forms: forms.optional() }),
    ok: {
      status: 200,
      schema: z.object({
        /** Null: they, or the forms that were sold, are too many to be counted while somebody waits. */
        forms: z
          .array(
            z.object({
              formId: z.string(),
              orders: z.number().int(),
              /** By the ids of the prices that they were paid at; left out where it was one, under the form's own id. */
              prices: z.array(z.object({ priceId: z.string(), orders: z.number().int() })).optional(),
            }),
          )
          .nullable(),
      }),
    },
  },
} as const satisfies Contract
