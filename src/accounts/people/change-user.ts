// Changes to a user's row, for all domains that need them. The domain `identity` decides how users sign in.
import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Role } from '#foundation/db/tables/identity.ts'

/** Undefined if the email address is taken. */
export async function insertUser(
  tx: Transaction<Database>,
  user: Insertable<Database['users']>,
): Promise<Selectable<Database['users']> | undefined> {
  return tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function changeProfile(
  db: Kysely<Database>,
  userId: string,
  changes: Pick<Updateable<Database['users']>, 'name' | 'firstname' | 'lastName' | 'image'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...changes, updatedAt: now })
    .where('id', '=', userId)
    .execute()
}

/** Confirms the current email address, or replaces it with another one that the user confirmed. */
export async function confirmAddress(
  db: Kysely<Database>,
  userId: string,
  change: { readonly email: string; readonly updatedAt: Date } | null = null,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...change, emailVerified: true })
    .where('id', '=', userId)
    .execute()
}

export async function setPlatformRole(tx: Transaction<Database>, userId: string, role: Role): Promise<void> {
  await tx.updateTable('users').set({ role, updatedAt: new Date() }).where('id', '=', userId).execute()
}

/** The end of a person's only trial: the stored time if there is one, otherwise this one. */
export async function saveTrialEnd(tx: Transaction<Database>, userId: string, end: Date): Promise<Date> {
  const { trialEndsAt } = await tx
    .updateTable('users')
    .set((user) => ({ trialEndsAt: user.fn.coalesce('trialEndsAt', user.val(end)) }))
    .where('id', '=', userId)
    .returning('trialEndsAt')
    .executeTakeFirstOrThrow()
  return trialEndsAt ?? end
}

/** Erases a user's row except for its id. */
export async function eraseUser(tx: Transaction<Database>, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      name: '',
      firstname: '',
      lastName: '',
      email: `${userId}@erased.invalid`,
      emailVerified: false,
      image: null,
      role: 'Customer',
      erasedAt: now,
      updatedAt: now,
    })
    .where('id', '=', userId)
    .execute()
}
