import type { OnboardingStatus } from '#accounts/onboarding/contract.ts'
import { onboardingMessages } from '#accounts/onboarding/messages.ts'
import { billingMessages } from '../messages.ts'

/** The parts of the product that onboarding and the plan open. */
export type Area =
  | 'forms'
  /** What can be sold beside and after a form. */
  | 'products'
  /** What else a form can have with a larger plan. */
  | 'extras'
  | 'sales'
  | 'billing'
  | 'settings'

/** What decides: the connected account's status and the plan that is live (null: none is). */
export type SellerState = {
  readonly onboarding: OnboardingStatus['status']
  readonly plan: string | null
}

/**
 * Why an area cannot be reached in this state, as the texts to show in their order; empty when it can. Products
 * name the plan as well when onboarding is what is missing, as the product's texts ask.
 */
export function reasonsAgainst(area: Area, state: SellerState): readonly string[] {
  if (area === 'billing' || area === 'settings') return []
  if (state.onboarding !== 'completed') {
    return area === 'products'
      ? [onboardingMessages.connectFirst, billingMessages.featureMissing]
      : [onboardingMessages.connectFirst]
  }
  if (state.plan === null) return [billingMessages.planEnded]
  if (area === 'forms' || area === 'sales') return []
  return opensExtras(state.plan) ? [] : [billingMessages.featureMissing]
}

/** Whether a plan opens order bumps, one-time offers, taxes and timers. */
export function opensExtras(plan: string): boolean {
  return plan.toLowerCase() !== 'basic'
}
