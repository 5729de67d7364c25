import type { Parts } from '#parts.ts'
import type { OnboardingState } from '#db/tables/identity.ts'
import type { ConnectedAccount } from '#card-provider/connected-accounts.ts'
import { setOnboardingStatus } from './store.ts'

/** What a connected account's state means for selling. */
export function onboardingStateOf(account: ConnectedAccount): OnboardingState {
  if (!account.detailsSubmitted) return 'uncompleted'
  return account.chargesEnabled ? 'completed' : 'restricted'
}

/** Reads a connected account afresh and keeps what it means. Answers whether a seller has that account. */
export async function readConnectedAccount(
  { db, provider, log }: Parts,
  accountId: string,
): Promise<boolean> {
  const account = await provider.retrieveAccount(accountId)
  const sellerId = await setOnboardingStatus(db, account.id, onboardingStateOf(account))
  if (sellerId !== undefined) {
    log.info(
      { seller: sellerId, account: account.id, status: onboardingStateOf(account) },
      'connected account',
    )
  }
  return sellerId !== undefined
}
