import {
  saveAccountCountry,
  savePaymentMethods,
  setOnboardingStatus,
} from '#accounts/people/change-seller.ts'
import type { ConnectedAccount } from '#foundation/card-provider/connected-accounts.ts'
import { type Alongside, inTransaction } from '#foundation/db/database.ts'
import type { OnboardingState } from '#foundation/db/tables/identity.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#registry/services.ts'
import { findOwner } from '#accounts/people/read-people.ts'
import { AccountDisconnected } from '#foundation/card-provider/errors.ts'
import { findOtherAccount, lockSellerOfAccount } from './store.ts'

/** What a connected account's state means for selling. */
export function onboardingStateOf(account: ConnectedAccount): OnboardingState {
  if (!account.detailsSubmitted) return 'uncompleted'
  return account.chargesEnabled ? 'completed' : 'restricted'
}

/**
 * Saves whether a connected account can accept payments, and emails the owner if it no longer can. Returns the
 * seller's id, or undefined if no seller has this account.
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

/** Stripe's response about an account, or that its seller has revoked our access. */
export async function orDisconnected<T>(answer: Promise<T>): Promise<T | 'disconnected'> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AccountDisconnected) return 'disconnected'
    throw error
  }
}

/**
 * Closes the forms of a seller who has revoked our access to their account, and emails the owner. If we cannot access
 * another seller's account either, our own key must be wrong. In that case the operator is alerted and no seller
 * changes.
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

/**
 * Reads a connected account again and saves whether it can accept payments, with `alongside` in the same transaction.
 * Returns whether the account belongs to a seller or we have lost access to it.
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
