import { z } from 'zod'

/** How many parts of a form come with a larger plan, and rest on a smaller one. */
export const disabledByPlanParts = z.object({
  bumps: z.number().int(),
  offers: z.number().int(),
  taxes: z.number().int(),
  timers: z.number().int(),
})
export type DisabledByPlanParts = z.output<typeof disabledByPlanParts>

const formPrice = z.object({ amount: z.number().int(), currency: z.string() })

/** A form, and what a change of plan would let rest of it. */
export const disabledByPlanForm = disabledByPlanParts.extend({
  id: z.string(),
  title: z.string(),
  /** What it costs then, in minor units, where a timer has made it another price; null: the same as now. */
  price: formPrice.nullable(),
  /** The same of its further prices, where a timer of one has made it another amount. */
  furtherPrices: z.array(formPrice.extend({ label: z.string() })),
  /** A timer has ended its sale, and it can be bought again. */
  reopens: z.boolean(),
})
export type DisabledByPlanForm = z.output<typeof disabledByPlanForm>
