import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

export async function hasSellers(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('sellers').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function findDemoSeller(db: Kysely<Database>, email: string): Promise<string> {
  const { sellerId } = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select('members.sellerId')
    .where('users.email', '=', email)
    .executeTakeFirstOrThrow()
  return sellerId
}

/** Nobody reads the demo's mail, so that its address counts as confirmed. */
export async function confirmDemoAddress(db: Kysely<Database>, email: string): Promise<void> {
  await db.updateTable('users').set({ emailVerified: true }).where('email', '=', email).execute()
}

/** The forms of the demo seller, oldest last; undefined when there is no such seller. */
export async function listDemoForms(
  db: Kysely<Database>,
  email: string,
): Promise<{ id: string; title: string }[] | undefined> {
  const member = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select('members.sellerId')
    .where('users.email', '=', email)
    .executeTakeFirst()
  if (member === undefined) return undefined
  return db
    .selectFrom('forms')
    .select(['id', 'title'])
    .where('sellerId', '=', member.sellerId)
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
}
