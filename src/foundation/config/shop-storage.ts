import { z } from 'zod'
import type { Plan } from '../db/tables/billing.ts'

/** The storage limits by plan, in bytes. */
export type ShopStorage = Readonly<Record<Plan, number>>

const gibibyte = 1024 ** 3
const problem =
  'must be a number of gigabytes, such as 20, or one for each plan, such as BASIC=5,GROWTH=20,PARTNER_FREE=20'

const gigabytes = z.coerce
  .number({ error: problem })
  .positive({ error: problem })
  .max(1_000_000, { error: problem })
  .transform((amount) => Math.floor(amount * gibibyte))

const ofPlans = {
  BASIC: gigabytes.default(5 * gibibyte),
  GROWTH: gigabytes.default(20 * gibibyte),
  PARTNER_FREE: gigabytes.default(20 * gibibyte),
} satisfies Record<Plan, z.ZodType<number>>

/** Reads the setting: one number for all plans, or numbers for some plans. Other plans keep their defaults. */
export const shopStorage = z.preprocess(readPlans, z.strictObject(ofPlans, { error: problem }))

function readPlans(value: unknown): Record<string, string> {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '') return {}
  if (!text.includes('=')) return Object.fromEntries(Object.keys(ofPlans).map((plan) => [plan, text]))
  const named = text.split(',').map((part): [string, string] => {
    const [plan = '', amount = ''] = part.split('=')
    return [plan.trim(), amount.trim()]
  })
  return Object.fromEntries(named)
}
