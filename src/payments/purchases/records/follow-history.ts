import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** The readers of the history. The first one began when it was the only one. */
export type HistoryReader = 'purchase_transitions' | 'events'

/**
 * The longest possible transaction, in seconds by the database's clock. Entries read this long ago are complete even if
 * transaction ids were reset, as in a restored database.
 */
const settlesAfter = 120

/** `newest`: the last of the entries after `from`, up to a batch; null: there are none. */
export type HistoryCursor = {
  readonly from: number
  readonly newest: number | null
  readonly isSettled: boolean
}

/**
 * Locks a reader's place in the purchases' history; undefined while another process has it. An earlier id can be
 * committed later, so entries after `from` are read again until none can precede them: the caller skips those it knows,
 * and advances when the cursor is settled. Reading the newest entry gives this transaction its id, so transactions with
 * earlier entries have lower ids.
 */
export async function holdHistory(
  tx: Transaction<Database>,
  reader: HistoryReader,
  batch: number,
): Promise<HistoryCursor | undefined> {
  const { rows } = await sql<HistoryCursor>`
    select collected_to as "from", ${isSettled} as "isSettled", (
      select max(id) from (
        select id from purchase_transitions where id > collected_to order by id limit ${batch}
      ) recent
    ) as newest
    from notice_cursors where source = ${reader} for update skip locked`.execute(tx)
  return rows[0]
}

/**
 * Whether all transactions that could have an entry up to `seen_to` have ended. A transaction gets its id before its
 * entries do, except for a moment within a statement.
 */
const isSettled = sql`(
  seen_at < now() - interval '1 second' and pg_snapshot_xmin(pg_current_snapshot()) >= seen_before
  or seen_at < now() - ${sql.lit(settlesAfter)} * interval '1 second'
)`

/** Moves a settled cursor to the entries seen before, which are complete now. */
export async function advanceHistory(
  tx: Transaction<Database>,
  reader: HistoryReader,
  newest: number,
): Promise<void> {
  await sql`
    update notice_cursors
    set collected_to = seen_to, seen_to = ${newest}, seen_before = pg_current_xact_id(), seen_at = now()
    where source = ${reader}`.execute(tx)
}

/** Passes over all history so far. Must run alone. */
export async function skipHistory(db: Kysely<Database>, reader: HistoryReader): Promise<void> {
  await sql`
    update notice_cursors set collected_to = newest.id, seen_to = newest.id
    from (select max(id) as id from purchase_transitions) newest
    where source = ${reader} and newest.id > collected_to`.execute(db)
}
