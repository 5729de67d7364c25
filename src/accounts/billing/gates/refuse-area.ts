import type { Caller } from '#foundation/http/contract/caller.ts'
import { NotAllowed } from '#foundation/failures/failure.ts'
import { reasonsAgainst, type Area, type SellerState } from './gates.ts'

/**
 * The error for an area that is closed in the caller's state, by the same rule as in the browser, or null if it is
 * open.
 */
export function refusalOfArea(
  { onboardingStatus, plan }: Pick<Caller, 'onboardingStatus' | 'plan'>,
  area: Area,
): NotAllowed | null {
  const state = { onboarding: onboardingStatus, plan }
  const [reason] = reasonsAgainst(area, state)
  return reason === undefined ? null : new NotAllowed(codeFor(state), reason)
}

function codeFor({ onboarding, plan }: SellerState): string {
  if (onboarding !== 'completed') return 'onboarding_uncompleted'
  return plan === null ? 'no_plan' : 'plan_lacks_feature'
}
