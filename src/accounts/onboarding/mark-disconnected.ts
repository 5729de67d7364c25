import { AccountDisconnected } from '#foundation/card-provider/errors.ts'
import type { Alongside } from '#foundation/db/database.ts'
import type { Services } from '#registry/services.ts'
import { saveOnboardingState } from './save-onboarding-state.ts'
import { findOtherAccount } from './store.ts'

/** What the provider answers about an account, or that its seller has taken our access to it away. */
export async function orDisconnected<T>(answer: Promise<T>): Promise<T | 'disconnected'> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AccountDisconnected) return 'disconnected'
    throw error
  }
}

/**
 * Closes the forms of a seller who has taken our access to their account away, and mails the owner. If another seller's
 * account is closed to us as well, our own key is wrong: an alarm for the operator, and no seller is touched.
 */
export async function markDisconnected(
  services: Services,
  accountId: string,
  alongside?: Alongside,
): Promise<void> {
  const { db, log, provider } = services
  const other = await findOtherAccount(db, accountId)
  if (other !== undefined && (await orDisconnected(provider.retrieveAccount(other))) === 'disconnected') {
    log.error({ alarm: true, account: accountId, other }, 'the provider key opens no connected account')
    return
  }
  const status = 'restricted'
  const seller = await saveOnboardingState(services, accountId, status, alongside, 'account_disconnected')
  if (seller !== undefined) log.warn({ seller, account: accountId }, 'connected account disconnected')
}
