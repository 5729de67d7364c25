// Reads whole rows of users and sellers for other domains.
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

export type UserRow = Selectable<Database['users']>

/** Undefined if there is no such user. */
export async function findUser(db: Kysely<Database>, userId: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
}

export async function findUserByEmail(db: Kysely<Database>, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

export async function readUser(db: Kysely<Database>, userId: string) {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
}

/** Locks a user's row, so that changes to the account happen in turn. */
export async function lockUser(tx: Transaction<Database>, userId: string) {
  return tx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
}

/** Undefined if there is no such seller. */
export async function findSeller(db: Kysely<Database>, sellerId: string) {
  return db.selectFrom('sellers').selectAll().where('id', '=', sellerId).executeTakeFirst()
}

/** Whether a seller has closed the account, after which nothing new can start. */
export async function hasClosed(db: Kysely<Database>, sellerId: string): Promise<boolean> {
  const closed = db.selectFrom('sellers').select('id').where('id', '=', sellerId)
  return (await closed.where('closedAt', 'is not', null).executeTakeFirst()) !== undefined
}

/**
 * The seller with this Stripe account, unless closed, or undefined if there is none. It cannot be closed before the
 * transaction ends.
 */
export async function holdSellerOfAccount(
  tx: Transaction<Database>,
  accountId: string,
): Promise<{ readonly id: string } | undefined> {
  return tx
    .selectFrom('sellers')
    .select('id')
    .where('stripeAccountId', '=', accountId)
    .where('closedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
}

export async function readSeller(db: Kysely<Database>, sellerId: string) {
  return db.selectFrom('sellers').selectAll().where('id', '=', sellerId).executeTakeFirstOrThrow()
}

/** The member of a seller who gets its email: the one who joined first. */
export async function findOwner(
  db: Kysely<Database>,
  sellerId: string,
): Promise<{ id: string; email: string; name: string } | undefined> {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select(['users.id', 'users.email', 'users.name'])
    .where('members.sellerId', '=', sellerId)
    .orderBy('members.createdAt')
    .limit(1)
    .executeTakeFirst()
}
