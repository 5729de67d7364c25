import type { OnboardingStatus } from '#accounts/onboarding/contract.ts'
import { onboardingMessages } from '#accounts/onboarding/messages.ts'
import { billingMessages } from '../messages.ts'

/** The parts of the product that require onboarding or a plan. */
export type Area =
  | 'forms'
  /** Products that are sold along with a form or after it. */
  | 'products'
  /** Further parts of a form on a larger plan. */
  | 'extras'
  | 'sales'
  | 'billing'
  | 'settings'

/**
 * The state that decides which areas are open: the connected account's status and the live plan, or null if there is
 * none.
 */
export type SellerState = {
  readonly onboarding: OnboardingStatus['status']
  readonly plan: string | null
}

/**
 * The reasons an area is closed in this state, as texts to show in order, or none if it is open. For products before
 * onboarding, the reasons include the plan's, as the specification requires.
 */
export function reasonsAgainst(area: Area, state: SellerState): readonly string[] {
  if (area === 'billing' || area === 'settings') return []
  if (state.onboarding !== 'completed') {
    return area === 'products'
      ? [onboardingMessages.connectFirst(), billingMessages.featureMissing()]
      : [onboardingMessages.connectFirst()]
  }
  if (state.plan === null) return [billingMessages.planEnded()]
  if (area === 'forms' || area === 'sales') return []
  return opensExtras(state.plan) ? [] : [billingMessages.featureMissing()]
}

/** Whether a plan includes order bumps, one-time offers, taxes and timers. */
export function opensExtras(plan: string): boolean {
  return plan.toLowerCase() !== 'basic'
}
