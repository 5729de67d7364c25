import { z } from 'zod'

/** The header with a challenge's solution, for calls without a body. */
export const proofHeader = 'proof-of-work'

export const proofHeaders = z.object({ [proofHeader]: z.string().max(512).optional() })
