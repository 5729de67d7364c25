import type { Plan } from '#foundation/db/tables/billing.ts'
import { catalogue, plans } from './catalogue.ts'

/**
 * Sets the plans' platform fees in basis points, because no plan has one yet. Returns a function that restores the
 * catalogue for other tests of this process.
 */
export function setFees(fees: Readonly<Record<Plan, number>>): () => void {
  const before = plans.map((plan) => [plan, catalogue[plan].applicationFeeBasisPoints] as const)
  for (const plan of plans) setFee(plan, fees[plan])
  return () => before.forEach(([plan, fee]) => setFee(plan, fee))
}

function setFee(plan: Plan, applicationFeeBasisPoints: number): void {
  Object.assign(catalogue[plan], { applicationFeeBasisPoints })
}
