import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { OnboardingState } from '#db/tables/identity.ts'

export type OnboardingSeller = {
  readonly id: string
  readonly stripeAccountId: string | null
  readonly email: string
}

export async function findSeller(
  db: Kysely<Database>,
  sellerId: string,
  userId: string,
): Promise<OnboardingSeller> {
  return db
    .selectFrom('sellers')
    .innerJoin('members', 'members.sellerId', 'sellers.id')
    .innerJoin('users', 'users.id', 'members.userId')
    .select(['sellers.id', 'sellers.stripeAccountId', 'users.email'])
    .where('sellers.id', '=', sellerId)
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function keepAccount(db: Kysely<Database>, sellerId: string, accountId: string): Promise<void> {
  await db
    .updateTable('sellers')
    .set({ stripeAccountId: accountId, updatedAt: new Date() })
    .where('id', '=', sellerId)
    .where('stripeAccountId', 'is', null)
    .execute()
}

/** Answers the seller's id, or undefined when no seller has this account. */
export async function setOnboardingStatus(
  db: Kysely<Database>,
  accountId: string,
  status: OnboardingState,
): Promise<string | undefined> {
  const seller = await db
    .updateTable('sellers')
    .set({ onboardingStatus: status, updatedAt: new Date() })
    .where('stripeAccountId', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return seller?.id
}
