import { z } from 'zod'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { uuid } from '#foundation/http/input/fields.ts'
import { firstPriceId } from '#payments/pricing/sold-form.ts'
import { quantity } from './quantity-fields.ts'

/** The maximum number of order bumps on a form. */
export const mostFormBumps = 50

/** How a form offers one of its order bumps. */
export const bumpRule = z.object({
  id: uuid.describe('The bump’s id'),
  isOn: z
    .boolean({ error: fieldText })
    .default(true)
    .describe('Buyers only see active bumps. An inactive one stays on the form'),
  priceIds: z
    .array(uuid)
    .min(1)
    .max(12)
    .nullable()
    .default(null)
    .describe('The prices with which buyers see the bump, or null for all'),
  quantityMin: quantity.describe('The quantity from which buyers see the bump'),
})
export type BumpRule = z.output<typeof bumpRule>

/** Without a rule, a bump is active. */
export const bumpRules = z
  .array(bumpRule)
  .max(mostFormBumps)
  .describe('The bumps that are not simply shown to every buyer. Rules for other bumps are ignored')

type Ruled = {
  readonly id: string
  readonly priceId: string | null
  readonly prices: readonly { readonly id: string }[]
  readonly bumpRules: readonly BumpRule[]
}

/** A form's rules without the prices that were removed, unless a rule would have none left. */
export function withKnownPrices(form: Ruled): BumpRule[] {
  const known = new Set([firstPriceId(form), ...form.prices.map(({ id }) => id)])
  return form.bumpRules.map((rule) => {
    const left = rule.priceIds?.filter((id) => known.has(id)) ?? []
    return left.length === 0 ? rule : { ...rule, priceIds: left }
  })
}
