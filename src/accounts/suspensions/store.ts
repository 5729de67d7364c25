import type { Kysely, Selectable, Transaction } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'

export type Suspension = Selectable<Database['sellerSuspensions']>

/** A seller's current suspension. */
export async function findSuspension(
  db: Kysely<Database>,
  sellerId: string,
): Promise<Suspension | undefined> {
  return db
    .selectFrom('sellerSuspensions')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .where('liftedAt', 'is', null)
    .executeTakeFirst()
}

/** Undefined if the seller is already suspended. */
export async function insertSuspension(
  tx: Transaction<Database>,
  suspension: Pick<Suspension, 'sellerId' | 'reason' | 'suspendedAt' | 'suspendedBy'>,
): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('sellerSuspensions')
    .values({ id: newId(), ...suspension })
    .onConflict((conflict) => conflict.column('sellerId').where('liftedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Undefined if the seller was not suspended. */
export async function liftOpen(
  tx: Transaction<Database>,
  sellerId: string,
  lifted: { readonly liftedAt: Date; readonly liftedBy: string },
): Promise<string | undefined> {
  const open = await tx
    .updateTable('sellerSuspensions')
    .set(lifted)
    .where('sellerId', '=', sellerId)
    .where('liftedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return open?.id
}

/** Newest first. */
export async function listSuspensions(db: Kysely<Database>, sellerId: string): Promise<Suspension[]> {
  return db
    .selectFrom('sellerSuspensions')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}
