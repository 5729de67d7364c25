import type { Plan, PlanStanding, PlanStatus } from '#foundation/db/tables/billing.ts'

/**
 * The plan that a subscription currently gives the seller, or null. A plan continues while Stripe still tries to
 * collect a late payment. A plan that has ended or was never paid gives none. A trial counts even before Stripe knows
 * about it.
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

/** A plan's state in the platform's numbers. A past-due plan counts as paid while Stripe tries to collect. */
export function standingOf(
  subscription: Parameters<typeof livePlan>[0] & { readonly amount: number },
): PlanStanding {
  const { status, amount } = subscription
  if (livePlan(subscription) === null)
    return status === 'creating' || status === 'incomplete' ? 'none' : 'ended'
  if (status === 'trialing' || status === 'creating') return 'trial'
  return amount === 0 ? 'free' : 'paid'
}

/** Whether a subscription has ended for good. */
export function hasEnded(status: PlanStatus): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** Whether a plan that is paid from its first day was requested, but Stripe has not responded. */
export function isUnbegunPaid(row: {
  readonly status: PlanStatus
  readonly trialEnd: unknown
  readonly amount: number
}): boolean {
  return row.status === 'creating' && row.trialEnd === null && row.amount > 0
}

/** Whether choosing another plan starts a new subscription instead of changing this one. */
export function isBegunAnew(row: Parameters<typeof isUnbegunPaid>[0]): boolean {
  const { status } = row
  const isDead = status === 'incomplete' || status === 'unpaid' || status === 'paused'
  return hasEnded(status) || isDead || isUnbegunPaid(row)
}
