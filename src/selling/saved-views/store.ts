import { type Kysely, sql, type Transaction } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { SavedViewsTable } from '#foundation/db/tables/saved-views.ts'

type Owner = { readonly sellerId: string; readonly userId: string }

/** A view as stored. `madeBy` is null after its maker has left. */
export type ViewRow = Pick<SavedViewsTable, 'id' | 'madeBy' | 'list' | 'name' | 'isShared'> & {
  readonly filter: Record<string, string>
}

const columns = ['id', 'madeBy', 'list', 'name', 'filter', 'isShared'] as const

function viewsFor(db: Kysely<Database>, { sellerId, userId }: Owner) {
  return db
    .selectFrom('savedViews')
    .select(columns)
    .where('sellerId', '=', sellerId)
    .where((view) => view.or([view('isShared', '=', true), view('madeBy', '=', userId)]))
}

/** A member's own and shared views, by name. */
export async function listViews(db: Kysely<Database>, owner: Owner): Promise<ViewRow[]> {
  return viewsFor(db, owner)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(1_000)
    .execute()
}

/** A shop's views. */
export async function listAllViews(
  db: Kysely<Database>,
  sellerId: string,
): Promise<Pick<ViewRow, 'id' | 'name' | 'filter'>[]> {
  return db
    .selectFrom('savedViews')
    .select(['id', 'name', 'filter'])
    .where('sellerId', '=', sellerId)
    .execute()
}

export async function findView(db: Kysely<Database>, owner: Owner, id: string): Promise<ViewRow | undefined> {
  return viewsFor(db, owner).where('id', '=', id).executeTakeFirst()
}

/** Returns undefined if the member has reached the limit. */
export async function insertView(
  db: Kysely<Database>,
  { sellerId, userId }: Owner,
  view: Pick<ViewRow, 'list' | 'name' | 'filter' | 'isShared'>,
  atMost: number,
): Promise<ViewRow | undefined> {
  return inTransaction(db, async (tx) => {
    // Simultaneous inserts are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`saved views ${userId}`}, 0))`.execute(tx)
    const { made } = await tx
      .selectFrom('savedViews')
      .select((row) => row.fn.countAll<number>().as('made'))
      .where('sellerId', '=', sellerId)
      .where('madeBy', '=', userId)
      .executeTakeFirstOrThrow()
    if (made >= atMost) return undefined
    const { filter, ...rest } = view
    return tx
      .insertInto('savedViews')
      .values({ ...rest, id: newId(), sellerId, madeBy: userId, filter: JSON.stringify(filter) })
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
}

export async function updateView(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
  change: { readonly name?: string | undefined; readonly isShared?: boolean | undefined },
): Promise<ViewRow | undefined> {
  const { name, isShared } = change
  return db
    .updateTable('savedViews')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(isShared === undefined ? {} : { isShared }),
      sellerId,
    })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

export async function deleteView(db: Kysely<Database>, sellerId: string, id: string): Promise<void> {
  await db.deleteFrom('savedViews').where('sellerId', '=', sellerId).where('id', '=', id).execute()
}

/** Deletes a leaving member's own views. Views that they shared stay with the shop. */
export async function deleteViewsOfMaker(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.deleteFrom('savedViews').where('madeBy', '=', userId).where('isShared', '=', false).execute()
  await tx.updateTable('savedViews').set({ madeBy: null }).where('madeBy', '=', userId).execute()
}

export async function deleteViews(tx: Transaction<Database>, sellerId: string): Promise<void> {
  await tx.deleteFrom('savedViews').where('sellerId', '=', sellerId).execute()
}

/** A buyer to erase, with their addresses and names. */
type ErasedBuyer = { readonly addresses: readonly string[]; readonly names: readonly string[] }

/**
 * Deletes a shop's saved views about this buyer: by name, by address, or by a beginning of the address that goes beyond
 * the @. A search for all addresses at a host is not about a single person.
 */
export async function deleteViewsOfBuyer(
  tx: Transaction<Database>,
  sellerId: string,
  { addresses, names }: ErasedBuyer,
): Promise<void> {
  const [written, called] = [addresses, names].map((words) =>
    words.map((word) => word.trim().toLowerCase()).filter((word) => word !== ''),
  )
  const isAbout = (given: string) => {
    const text = given.trim().toLowerCase()
    const isOfAddress = written?.some(
      (address) => text.includes(address) || (text.includes('@') && address.startsWith(text)),
    )
    return isOfAddress === true || called?.includes(text) === true
  }
  for (const { id, name, filter } of await listAllViews(tx, sellerId)) {
    if (isAbout(name) || isAbout(filter['q'] ?? '')) await deleteView(tx, sellerId, id)
  }
}
