import { saveAccountCountry, savePaymentMethods } from '#accounts/people/change-seller.ts'
import type { Alongside } from '#foundation/db/database.ts'
import type { Services } from '#registry/services.ts'
import { saveOnboardingState, onboardingStateOf } from './save-onboarding-state.ts'
import { markDisconnected, orDisconnected } from './mark-disconnected.ts'

/**
 * Reads a connected account afresh and keeps what it means, with `alongside` in the same transaction. Answers whether the
 * account is a seller's, or closed to us.
 */
export async function readConnectedAccount(
  services: Services,
  accountId: string,
  alongside: Alongside,
): Promise<boolean> {
  const { provider, log } = services
  const account = await orDisconnected(provider.retrieveAccount(accountId))
  if (account === 'disconnected') {
    await markDisconnected(services, accountId, alongside)
    return true
  }
  const sellerId = await saveOnboardingState(services, account.id, onboardingStateOf(account), async (tx) => {
    await saveAccountCountry(tx, account.id, account.country)
    await savePaymentMethods(tx, account.id, account.paymentMethods)
    await alongside(tx)
  })
  if (sellerId !== undefined) {
    log.info(
      { seller: sellerId, account: account.id, status: onboardingStateOf(account) },
      'connected account',
    )
  }
  return sellerId !== undefined
}
