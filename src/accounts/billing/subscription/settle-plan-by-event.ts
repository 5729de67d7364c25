import type { Alongside } from '#foundation/db/database.ts'
import type { Services } from '#registry/services.ts'
import { settlePlan } from './settle-plan.ts'
import { findPlanRowByProvider } from '../store.ts'

/**
 * Settles the plan that an event of the platform's own account tells of. The subscription is read afresh: the event may
 * be old, early or double. A subscription that was not made by us is left alone. Answers whether the plan is known.
 * `alongside` happens in the transaction in which the plan is settled.
 */
export async function settlePlanByEvent(
  services: Services,
  stripeSubscriptionId: string,
  rowId: string | undefined,
  alongside: Alongside,
): Promise<boolean> {
  if (rowId === undefined) return true
  const row = await findPlanRowByProvider(services.db, stripeSubscriptionId, rowId)
  if (row === undefined) return false
  const askedAt = services.clock.now()
  const subscription = await services.provider.retrievePlanSubscription(stripeSubscriptionId)
  await settlePlan(services, row.id, subscription, askedAt, 'webhook', alongside)
  return true
}
