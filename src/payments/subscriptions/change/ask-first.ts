import { OutcomeUnknown, ProviderRefused, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import type { Failure } from '#foundation/failures/failure.ts'

/**
 * Sends a request to Stripe before anything is recorded. If it does not respond or rejects the request, nothing was
 * charged or changed, and this throws `ProviderUnreachable` or the error from `refusal`.
 */
export async function askFirst<Answer>(
  question: () => Promise<Answer>,
  refusal: () => Failure,
): Promise<Answer> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw new ProviderUnreachable()
    throw error instanceof ProviderRefused ? refusal() : error
  }
}
