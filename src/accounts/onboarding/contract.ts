import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import type { Right } from '#foundation/rights/entities.ts'

export const onboardingStates = ['uncompleted', 'completed', 'restricted'] as const

/** `redirect_url` leads to the provider's onboarding page; null once nothing is left to do. */
export const onboardingStatus = z.object({
  /** A state that is not known here closes what a restricted account closes. */
  status: z.codec(z.string(), z.enum(onboardingStates), {
    decode: (status) => onboardingStates.find((known) => known === status) ?? 'restricted',
    encode: (status) => status,
  }),
  redirect_url: z.string().nullable(),
  /** What the provider still asks for, in plain words. */
  missing: z.array(z.string()),
  /** When it has to be there, if the provider says so: after that the account may be restricted. */
  missingBy: z.string().nullable(),
  /** The seller has taken our access to the account away at the provider. */
  isDisconnected: z.boolean(),
  /** The shop was handed over: until then it can be taken back, and nobody gets a link that changes where its money goes. */
  heldUntil: z.string().nullable(),
})
export type OnboardingStatus = z.output<typeof onboardingStatus>

/** What is asked of who connects the account; everybody else only sees how it stands. */
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
