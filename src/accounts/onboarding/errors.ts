import { msg } from '#foundation/language/t.ts'
import { OutcomeUnknown, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import { defineFailure } from '#foundation/failures/failure.ts'

/** The connected account cannot be read or created right now. It is safe to retry. */
class AccountsUnreachable extends defineFailure(
  'provider_unreachable',
  503,
  msg('The payment service cannot be reached. Try again in a few seconds.'),
  { retryAfter: 5 },
) {
  constructor(cause: unknown) {
    super()
    this.cause = cause
  }
}

/** Runs repeatable calls about connected accounts. None of them charges anything. */
export async function askingProvider<T>(calls: () => Promise<T>): Promise<T> {
  try {
    return await calls()
  } catch (error) {
    if (error instanceof OutcomeUnknown || error instanceof ProviderUnreachable) {
      throw new AccountsUnreachable(error)
    }
    throw error
  }
}
