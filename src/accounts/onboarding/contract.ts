import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import type { Right } from '#foundation/rights/entities.ts'

export const onboardingStates = ['uncompleted', 'completed', 'restricted'] as const

/** `redirect_url` leads to the provider's onboarding page; null once nothing is left to do. */
export const onboardingStatus = z.object({
  /** An unknown state closes the same areas as a restricted account. */
  status: z.codec(z.string(), z.enum(onboardingStates), {
    decode: (status) => onboardingStates.find((known) => known === status) ?? 'restricted',
    encode: (status) => status,
  }),
  redirect_url: z.string().nullable(),
  /** The information the provider still needs, in plain words. */
  missing: z.array(z.string()),
  /** The provider's deadline for it, if there is one: after that the account may be restricted. */
  missingBy: z.string().nullable(),
  /** The seller has revoked our access to their Stripe account. */
  isDisconnected: z.boolean(),
  /**
   * The shop was handed over: until then it can be taken back, and no one gets a link that changes where its money
   * goes.
   */
  heldUntil: z.string().nullable(),
})
export type OnboardingStatus = z.output<typeof onboardingStatus>

/** Required to connect the account; without it the state can only be read. */
export const connectRight = { entity: 'billing', verb: 'update' } as const satisfies Right

export const onboardingContract = {
  checkAccountBoarding: {
    method: 'GET',
    path: '/stripe/check-account-boarding',
    summary:
      "Reads the connected account's state at the provider, with a fresh link where something is left to do",
    access: 'signed-in',
    right: null,
    failures: { provider_unreachable: 503 },
    ok: { status: 200, schema: onboardingStatus },
  },
} as const satisfies Contract
