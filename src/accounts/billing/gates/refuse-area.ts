import { onboardingMessages } from '#accounts/onboarding/messages.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import { NotAllowed } from '#foundation/failures/failure.ts'
import { reasonsAgainst, type Area } from './gates.ts'
import { billingMessages } from '../messages.ts'

/** The failure for an area that the caller's state does not open, by the browser's rule, or null. */
export function refusalOfArea(
  { onboardingStatus, plan }: Pick<Caller, 'onboardingStatus' | 'plan'>,
  area: Area,
): NotAllowed | null {
  const [reason] = reasonsAgainst(area, { onboarding: onboardingStatus, plan })
  return reason === undefined ? null : new NotAllowed(codeOf(reason), reason)
}

function codeOf(reason: string): string {
  if (reason === onboardingMessages.connectFirst()) return 'onboarding_uncompleted'
  return reason === billingMessages.planEnded() ? 'no_plan' : 'plan_lacks_feature'
}
