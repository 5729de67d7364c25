import { setOnboardingStatus } from '#accounts/people/change-seller.ts'
import type { ConnectedAccount } from '#foundation/card-provider/connected-accounts.ts'
import { inTransaction, type Alongside } from '#foundation/db/database.ts'
import type { OnboardingState } from '#foundation/db/tables/identity.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#registry/services.ts'
import { findOwner } from '#accounts/people/find-owner.ts'
import { lockSellerOfAccount } from './store.ts'

/** What a connected account's state means for selling. */
export function onboardingStateOf(account: ConnectedAccount): OnboardingState {
  if (!account.detailsSubmitted) return 'uncompleted'
  return account.chargesEnabled ? 'completed' : 'restricted'
}

/**
 * Saves what a connected account's state means, and mails the owner when it can no longer take payments. Answers the
 * seller's id, or undefined when no seller has this account.
 */
export async function saveOnboardingState(
  { db, clock }: Services,
  accountId: string,
  status: OnboardingState,
  alongside?: Alongside,
  kind: 'account_restricted' | 'account_disconnected' = 'account_restricted',
): Promise<string | undefined> {
  return inTransaction(db, async (tx) => {
    const before = await lockSellerOfAccount(tx, accountId)
    if (before === undefined) return undefined
    await alongside?.(tx)
    await setOnboardingStatus(tx, accountId, status)
    if (before.onboardingStatus !== 'completed' || status === 'completed') return before.id
    const owner = await findOwner(tx, before.id)
    const now = clock.now()
    if (owner !== undefined) {
      await enqueueMail(tx, {
        kind,
        userId: owner.id,
        about: now.toISOString(),
        data: { name: owner.name },
        recipient: owner.email,
        at: now,
      })
    }
    return before.id
  })
}
