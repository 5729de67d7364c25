import { z } from 'zod'
import type { Contract } from '#foundation/http/contract.ts'

/** The days that a form's card looks back on. */
export const countedDays = 30

/** A contract of its own, because the list of forms is what a seller sees first, and needs no more of the sales. */
export const salesByFormContract = {
  countSalesByForm: {
    method: 'GET',
    path: '/sales/by-form',
    summary: `Counts the orders that were paid in the last ${countedDays} days, by form; a form without any is left out`,
    access: 'onboarded',
    right: { entity: 'sales', verb: 'read' },
    ok: {
      status: 200,
      schema: z.object({
        /** Null: they are too many to be counted while somebody waits. */
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
