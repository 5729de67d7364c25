import { claimDue } from '#foundation/jobs/claim-due.ts'
import type { Services } from '#registry/services.ts'
import type { Alongside } from '#foundation/db/database.ts'
import { fitPartnerPlan, makeUnfitPlansDue } from '../partner-plan.ts'
import { deletePlanRow, findPlanRowByProvider, type PlanRow } from '../store.ts'
import { refreshPlan } from './begin-plan.ts'
import { isUnbegunPaid } from './plan-status.ts'
import { settlePlan } from './settle-plan.ts'

const batch = 20

/**
 * Checks every plan that is due: trials not yet started on Stripe, requests and changes without a response, plans
 * whose paid time is over, and partner plans of shops that gained or lost a Partner. A plan that cannot be checked is
 * due again in a minute. Returns how many were checked.
 */
export async function reconcilePlans(services: Services): Promise<number> {
  await makeUnfitPlansDue(services.db, services.clock.now())
  const due = await claimDue(services.db, 'planSubscriptions', services.clock.now(), batch)
  for (const row of due) {
    try {
      await check(services, row)
    } catch (error) {
      services.log.warn({ err: error, planSubscription: row.id }, 'a plan could not be checked')
    }
  }
  return due.length
}

async function check(services: Services, row: PlanRow): Promise<void> {
  const fresh = await refreshPlan(services, row, 'reconciler')
  // Sellers are not charged for a plan while they are away. A paid plan that never started is deleted, and they choose
  // again.
  if (isUnbegunPaid(fresh)) await deletePlanRow(services.db, fresh.id)
  else await fitPartnerPlan(services, fresh)
}

/**
 * Updates the plan that an event of the platform's own account concerns. The subscription is read again, because the
 * event may be old, early or a duplicate. Subscriptions that are not ours are ignored. Returns whether the plan is
 * known. `alongside` runs in the transaction that updates the plan.
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
