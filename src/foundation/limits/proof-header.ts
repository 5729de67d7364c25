import { z } from 'zod'

/** Brings the answer to a challenge where a call has no body to bring it in. */
export const proofHeader = 'proof-of-work'

export const proofHeaders = z.object({ [proofHeader]: z.string().max(512).optional() })
