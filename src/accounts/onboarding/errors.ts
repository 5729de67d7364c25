import { msg } from '#foundation/language/t.ts'
import { OutcomeUnknown, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import { defineFailure } from '#foundation/failures/failure.ts'

/** The connected account cannot be read or created right now; a retry does no harm. */
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

/** Runs repeatable calls about connected accounts, which charge nothing. */
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
