import { z } from 'zod'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { uuid } from '#foundation/http/input/fields.ts'
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
