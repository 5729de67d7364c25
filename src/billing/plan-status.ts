import type { Plan, PlanStatus } from '#db/tables/billing.ts'

/**
 * The plan that a subscription gives at present, or null. While the provider still tries to collect a late payment the
 * plan goes on; what has ended, or was never paid, gives none. A trial counts before the provider has heard of it.
 */
export function livePlan(subscription: {
  readonly plan: Plan
  readonly status: PlanStatus
  readonly trialEnd: unknown
}): Plan | null {
  const { plan, status, trialEnd } = subscription
  const isTrialToBe = status === 'creating' && trialEnd !== null
  return isTrialToBe || status === 'trialing' || status === 'active' || status === 'past_due' ? plan : null
}

/** Whether a subscription has ended for good. */
export function hasEnded(status: PlanStatus): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}
