import { OutcomeUnknown, ProviderRefused, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import type { Failure } from '#foundation/failures/failure.ts'

/**
 * What the provider is asked before anything is recorded. Where it does not answer, or refuses, nothing was charged and
 * nothing has changed: throws `ProviderUnreachable`, or what `refusal` makes.
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
