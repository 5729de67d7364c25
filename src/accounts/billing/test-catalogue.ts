import type { Plan } from '#foundation/db/tables/billing.ts'
import { catalogue, plans } from './catalogue.ts'

/**
 * Gives every plan a platform fee in hundredths of a percent, since none has one at the moment. Returns a function
 * that restores the catalogue: other tests of the same process read it, too.
 */
export function setFees(fees: Readonly<Record<Plan, number>>): () => void {
  const before = plans.map((plan) => [plan, catalogue[plan].applicationFeeBasisPoints] as const)
  for (const plan of plans) setFee(plan, fees[plan])
  return () => before.forEach(([plan, fee]) => setFee(plan, fee))
}

function setFee(plan: Plan, applicationFeeBasisPoints: number): void {
  Object.assign(catalogue[plan], { applicationFeeBasisPoints })
}
