import type { Parts } from '#foundation/parts.ts'
import { settlePlan } from './settle-plan.ts'
import { findPlanRowByProvider } from './store.ts'

/**
 * Settles the plan that an event of the platform's own account tells of. The subscription is read afresh: the event may
 * be old, early or double. A subscription that was not made by us is left alone. Answers whether the plan is known.
 */
export async function settlePlanByEvent(
  parts: Parts,
  stripeSubscriptionId: string,
  rowId: string | undefined,
): Promise<boolean> {
  if (rowId === undefined) return true
  const row = await findPlanRowByProvider(parts.db, stripeSubscriptionId, rowId)
  if (row === undefined) return false
  const askedAt = parts.clock.now()
  const subscription = await parts.provider.retrievePlanSubscription(stripeSubscriptionId)
  await settlePlan(parts, row.id, subscription, askedAt, 'webhook')
  return true
}
