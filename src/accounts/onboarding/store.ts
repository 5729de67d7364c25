import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { OnboardingState } from '#foundation/db/tables/identity.ts'

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
    .selectFrom('sellersView as sellers')
    .innerJoin('membersView as members', 'members.sellerId', 'sellers.id')
    .innerJoin('usersView as users', 'users.id', 'members.userId')
    .select(['sellers.id', 'sellers.stripeAccountId', 'users.email'])
    .where('sellers.id', '=', sellerId)
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** The most recently changed account of another seller that is open according to our records. */
export async function findOtherAccount(db: Kysely<Database>, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sellersView as sellers')
    .select('stripeAccountId')
    .where('stripeAccountId', '<>', accountId)
    .where('onboardingStatus', '=', 'completed')
    .orderBy('updatedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.stripeAccountId ?? undefined
}

/** The seller with this account and its previous state. Locked until the transaction ends. */
export async function lockSellerOfAccount(
  tx: Transaction<Database>,
  accountId: string,
): Promise<{ id: string; onboardingStatus: OnboardingState } | undefined> {
  return tx
    .selectFrom('sellersView as sellers')
    .select(['id', 'onboardingStatus'])
    .where('stripeAccountId', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}
