import type { Kysely, Selectable } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'

export type BuyerLink = Selectable<Database['buyerLinks']>

export async function insertLink(
  db: Kysely<Database>,
  link: Pick<BuyerLink, 'id' | 'sellerId' | 'email' | 'language' | 'askedAt' | 'expiresAt'>,
): Promise<void> {
  await db.insertInto('buyerLinks').values(link).execute()
}

/** The portal links that have not been emailed yet, oldest first, locked until the transaction ends. */
export async function takeAsked(tx: Kysely<Database>, limit: number): Promise<BuyerLink[]> {
  return tx
    .selectFrom('buyerLinks')
    .selectAll()
    .where('mailedAt', 'is', null)
    .orderBy('askedAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function markMailed(tx: Kysely<Database>, id: string, mailedAt: Date): Promise<void> {
  await tx.updateTable('buyerLinks').set({ mailedAt }).where('id', '=', id).execute()
}

export async function removeLink(tx: Kysely<Database>, id: string): Promise<void> {
  await tx.deleteFrom('buyerLinks').where('id', '=', id).execute()
}

/** The seconds within which a second click counts as a double click, because the browser may show either response. */
const doubleClick = 10

/**
 * Opens a portal link once and turns it into a session until `expiresAt`. Undefined if it was opened before
 * or has expired.
 */
export async function openLink(
  db: Kysely<Database>,
  { id, sellerId }: Pick<BuyerLink, 'id' | 'sellerId'>,
  now: Date,
  expiresAt: Date,
): Promise<BuyerLink | undefined> {
  return db
    .updateTable('buyerLinks')
    .set((link) => ({ usedAt: link.fn.coalesce('usedAt', link.val(now)), expiresAt }))
    .where('id', '=', id)
    .where('sellerId', '=', sellerId)
    .where('mailedAt', 'is not', null)
    .where((link) =>
      link.or([link('usedAt', 'is', null), link('usedAt', '>', secondsAfter(now, -doubleClick))]),
    )
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

export async function isWaiting(
  db: Kysely<Database>,
  { id, sellerId }: Pick<BuyerLink, 'id' | 'sellerId'>,
  now: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('buyerLinks')
    .select('id')
    .where('id', '=', id)
    .where('sellerId', '=', sellerId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/** The session that a link was turned into, if it is for this shop. */
export async function findSession(
  db: Kysely<Database>,
  { id, sellerId }: Pick<BuyerLink, 'id' | 'sellerId'>,
  now: Date,
): Promise<BuyerLink | undefined> {
  return db
    .selectFrom('buyerLinks')
    .selectAll()
    .where('id', '=', id)
    .where('sellerId', '=', sellerId)
    .where('usedAt', 'is not', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}
