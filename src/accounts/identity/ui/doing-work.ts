import { z } from 'zod'
import { ApiError, type Call } from '#foundation/http/contract/client.ts'
import { proofHeader } from '#foundation/limits/proof-header.ts'

/** How many challenges are answered for one call: one that comes too late is followed by another. */
const challenges = 3

const asked = z.object({ challenge: z.string() })

/** Repeats a call with the work that the server asks of it while it is under attack. */
export function doingWork(call: Call): Call {
  return async (route, input) => {
    let given = input
    for (let left = challenges; ; left -= 1) {
      try {
        return await call(route, given)
      } catch (error) {
        const proof = left > 0 ? await answer(error) : undefined
        if (proof === undefined) throw error
        given = { ...input, headers: { ...input.headers, [proofHeader]: proof } }
      }
    }
  }
}

/** Undefined where no work was asked for, or it cannot be done here: what the server says then is what the person reads. */
async function answer(error: unknown): Promise<string | undefined> {
  if (!(error instanceof ApiError) || error.code !== 'proof_needed') return undefined
  const details = asked.safeParse(error.details)
  if (!details.success) return undefined
  try {
    // Hardly anybody is ever asked, so that no page carries it.
    const { prove } = await import('#web/kit/browser/prove.ts')
    return await prove(details.data.challenge)
  } catch {
    return undefined
  }
}
