import type { Plan } from '#db/tables/billing.ts'
import { catalogue } from './catalogue.ts'

/** Our part of a charge in minor units, by the seller's plan: rounded half up, as amounts are. */
export function applicationFeeOf(plan: Plan | null, total: number): number {
  return plan === null ? 0 : share(total, catalogue[plan].applicationFeeBasisPoints)
}

/** `basisPoints` are hundredths of a per cent. */
export function share(total: number, basisPoints: number): number {
  return Math.floor((total * basisPoints + 5_000) / 10_000)
}
