import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

export type SuperAdmin = { readonly id: string; readonly email: string }

export async function listSuperAdmins(db: Kysely<Database>): Promise<SuperAdmin[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'SuperAdmin')
    .orderBy('email')
    .execute()
}

/** The same, with a lock that makes whoever else changes one of them wait. */
export async function lockSuperAdmins(tx: Transaction<Database>): Promise<SuperAdmin[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'SuperAdmin')
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function findUser(tx: Transaction<Database>, email: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'role', 'emailVerified'])
    .where('email', '=', email)
    .executeTakeFirst()
}
