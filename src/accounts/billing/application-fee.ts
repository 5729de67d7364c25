import type { Plan } from '#foundation/db/tables/billing.ts'
import { catalogue } from './catalogue.ts'

/** The platform's fee on a charge under the seller's plan, in minor units, rounded half up like all amounts. */
export function applicationFeeOf(plan: Plan | null, total: number): number {
  return share(total, feeBasisPointsOf(plan))
}

/** The platform's fee on sales under this plan, in hundredths of a percent. */
export function feeBasisPointsOf(plan: Plan | null): number {
  return plan === null ? 0 : catalogue[plan].applicationFeeBasisPoints
}

/** `basisPoints` are hundredths of a percent. */
export function share(total: number, basisPoints: number): number {
  return Number((BigInt(total) * BigInt(basisPoints) + 5_000n) / 10_000n)
}
