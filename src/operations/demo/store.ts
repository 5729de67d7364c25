import type { Kysely } from 'kysely'
import { confirmAddress } from '#accounts/people/change-user.ts'
import type { Database } from '#foundation/db/schema.ts'

/** Whether there is a seller other than the demo's own. */
export async function hasOtherSellers(db: Kysely<Database>, demo: string | undefined): Promise<boolean> {
  const others = db.selectFrom('sellersView as sellers').select('id').limit(1)
  const found = demo === undefined ? others : others.where('id', '!=', demo)
  return (await found.executeTakeFirst()) !== undefined
}

/** The seller with the demo's email address, or undefined if there is none. */
export async function findDemoSeller(db: Kysely<Database>, email: string): Promise<string | undefined> {
  const member = await db
    .selectFrom('membersView as members')
    .innerJoin('usersView as users', 'users.id', 'members.userId')
    .select('members.sellerId')
    .where('users.email', '=', email)
    .executeTakeFirst()
  return member?.sellerId
}

/** The demo's mailbox does not exist, so its address counts as confirmed. */
export async function confirmDemoAddress(db: Kysely<Database>, email: string): Promise<void> {
  const user = await db
    .selectFrom('usersView as users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (user !== undefined) await confirmAddress(db, user.id)
}

export async function hasSoldTo(db: Kysely<Database>, sellerId: string, email: string): Promise<boolean> {
  const sale = await db
    .selectFrom('purchasesView as purchases')
    .select('id')
    .where('sellerId', '=', sellerId)
    .where('email', '=', email)
    .where('paidAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return sale !== undefined
}

/** The payment that is waiting for the buyer's bank. */
export async function findAtBank(db: Kysely<Database>, email: string): Promise<string | undefined> {
  const sale = await db
    .selectFrom('purchasesView as purchases')
    .select('id')
    .where('email', '=', email)
    .where('status', '=', 'requires_action')
    .limit(1)
    .executeTakeFirst()
  return sale?.id
}

/** Whether any page view of a seller's forms was stored. */
export async function hasViews(db: Kysely<Database>, sellerId: string): Promise<boolean> {
  const view = await db
    .selectFrom('formViewsView as formViews')
    .select('formId')
    .where('sellerId', '=', sellerId)
    .limit(1)
    .executeTakeFirst()
  return view !== undefined
}

/** A seller's newest forms, as many as the demo has. */
export async function listForms(
  db: Kysely<Database>,
  sellerId: string,
  limit: number,
): Promise<{ id: string; title: string }[]> {
  return db
    .selectFrom('formsView as forms')
    .select(['id', 'title'])
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
