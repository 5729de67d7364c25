import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import type { Right } from '#foundation/rights/entities.ts'

export const onboardingStates = ['uncompleted', 'completed', 'restricted'] as const

/** `redirect_url` leads to Stripe's onboarding page, or is null once nothing is left to do. */
export const onboardingStatus = z.object({
  /** An unknown state closes the same areas as a restricted account. */
  status: z.codec(z.string(), z.enum(onboardingStates), {
    decode: (status) => onboardingStates.find((known) => known === status) ?? 'restricted',
    encode: (status) => status,
  }),
  redirect_url: z.string().nullable(),
  /** The information that Stripe still needs, in plain words. */
  missing: z.array(z.string()),
  /** Stripe's deadline for the missing information, if there is one. After that, the account may be restricted. */
  missingBy: z.string().nullable(),
  /** The seller has revoked our access to their Stripe account. */
  isDisconnected: z.boolean(),
  /**
   * The shop has a new owner. While the former owner can still take it back, no one gets a link that changes the payout
   * account.
   */
  heldUntil: z.string().nullable(),
})
export type OnboardingStatus = z.output<typeof onboardingStatus>

/** The right required to connect the account. Without it, the state can only be read. */
export const connectRight = { entity: 'billing', verb: 'update' } as const satisfies Right

export const onboardingContract = {
  checkAccountBoarding: {
    method: 'GET',
    path: '/stripe/check-account-boarding',
    summary:
      "Reads the connected account's state at the provider, with a new link if something is left to do",
    access: 'signed-in',
    right: null,
    failures: { provider_unreachable: 503 },
    ok: { status: 200, schema: onboardingStatus },
  },
} as const satisfies Contract
