import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/**
 * The newest versions of a seller's files, by the requested id. A file that was not replaced is its own newest
 * version. Deleted files are found as well if they have a newer version.
 */
export async function findNewest(
  db: Kysely<Database>,
  sellerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ asked: string; newest: string }>`
    with recursive chain as (
      select id as asked, id, replaced_by, deleted_at from uploads
      where seller_id = ${sellerId} and kind = 'file' and id = any(${ids}::uuid[])
      union
      select chain.asked, next.id, next.replaced_by, next.deleted_at
      from chain join uploads next on next.id = chain.replaced_by
    )
    select asked, id as newest from chain where replaced_by is null and deleted_at is null`.execute(db)
  return new Map(rows.map(({ asked, newest }) => [asked, newest]))
}

/** Records that one file is the next version of another. Returns the latter. */
export async function markReplaced(
  tx: Transaction<Database>,
  { oldId, newId, version, now }: { oldId: string; newId: string; version: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('uploads')
    .set({ replacedBy: newId, replacedAt: now })
    .where('id', '=', oldId)
    .execute()
  await tx.updateTable('uploads').set({ version }).where('id', '=', newId).execute()
}
