import { startTrial } from '#accounts/billing/subscription/start-trial.ts'
import { hasSeller, openMissingSeller } from '#accounts/people/change-seller.ts'
import type { UserRow } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { signInContract } from './contract.ts'
import { signInHandlers, type SignInServices } from './handlers.ts'

/** Signing up, with all that a new account begins with: a shop, its plan, or the team that invited them. */
export function registerSignIn(
  { serve, authorize }: Registry,
  identity: Omit<SignInServices, 'authorize'>,
): void {
  serve(signInContract, signInHandlers({ ...identity, authorize }))
}

/** Gives a person who has none a shop of their own, with the trial that each begins with. */
export async function openShop(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id: userId, name }: UserRow,
): Promise<void> {
  if (await hasSeller(db, userId)) return
  await inTransaction(db, async (tx) => {
    const sellerId = await openMissingSeller(tx, userId, name)
    if (sellerId !== undefined) await startTrial(tx, { sellerId, userId }, clock.now())
  })
}
