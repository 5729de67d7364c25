import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { messages } from '#foundation/http/contract/messages.ts'

/** How many days the card of a bump or an offer covers. */
export const countedDays = 30

/** The maximum number of items in one request. A screen shows fewer. */
const mostAsked = 100

const ids = z
  .string({ error: fieldText })
  .max(40 * mostAsked, { error: () => messages.max(40 * mostAsked) })
  .transform((given) => given.split(','))
  .pipe(z.array(uuid).max(mostAsked))

export const itemSales = z.object({
  since: z.string(),
  /** Whether all days were counted. If a shop has too many orders, only the newest are counted. */
  isWhole: z.boolean(),
  /** The items that were offered. */
  items: z.array(
    z.object({
      id: z.string(),
      offered: z.number().int(),
      taken: z.number().int(),
      /** The amount paid for the item, including tax and before refunds, in minor units. */
      revenue: z.array(z.object({ currency: z.string(), total: z.number().int() })),
    }),
  ),
})
export type ItemSales = z.output<typeof itemSales>

const shared = {
  method: 'GET',
  access: 'beyond-basic',
  right: { entity: 'sales', verb: 'read' },
  query: z.object({ ids }),
  ok: { status: 200, schema: itemSales },
} as const

export const itemSalesContract = {
  countBumpSales: {
    ...shared,
    path: '/sales/by-bump',
    summary: `How often bumps were offered with or after paid orders and accepted in the last ${countedDays} days, and their revenue. \`ids\`: up to ${mostAsked} with commas`,
  },
  countOfferSales: {
    ...shared,
    path: '/sales/by-offer',
    summary: `How often one-time offers were shown in the last ${countedDays} days and accepted without being undone, and their revenue. \`ids\`: up to ${mostAsked} with commas`,
  },
} as const satisfies Contract
