import { z } from 'zod'

/** Carries a challenge's solution when a call has no body for it. */
export const proofHeader = 'proof-of-work'

export const proofHeaders = z.object({ [proofHeader]: z.string().max(512).optional() })
