import { hasSeller } from '#accounts/people/change-seller.ts'
import type { UserRow } from '#accounts/people/read-people.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { signInContract } from './contract.ts'
import { signInHandlers, type SignInServices } from './handlers.ts'
import { openNamedShop } from './open-shop.ts'

/** Sign-up, which starts a new account with a shop and its plan, or in the team that sent the invitation. */
export function registerSignIn(
  { serve, authorize }: Registry,
  identity: Omit<SignInServices, 'authorize'>,
): void {
  serve(signInContract, signInHandlers({ ...identity, authorize }))
}

/** Gives people without a shop one of their own. */
export async function openShop(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id: userId, name }: UserRow,
): Promise<void> {
  if (await hasSeller(db, userId)) return
  await inTransaction(db, (tx) => openNamedShop(tx, userId, name, clock.now()))
}
