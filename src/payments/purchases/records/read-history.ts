import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** A reader of the purchase history, by the name of its cursor. */
export type HistoryReader = 'purchase_transitions' | 'events' | 'recoveries'

/**
 * The longest possible transaction, in seconds by the database's clock. No entry before one read this long ago can be
 * missing, even if transaction ids were reset, as in a restored database.
 */
const settlesAfter = 120

/** A reader's position: it reads the entries after `from`, up to `newest`. */
export type HistoryCursor = {
  readonly from: number
  /** The newest entry, or null if there are none. */
  readonly newest: number | null
  readonly isSettled: boolean
}

/**
 * Locks a reader's cursor, or returns undefined if another process has it. An earlier id can be committed later, so an
 * entry may be read several times, until no other can precede it. This transaction gets its id when it reads the newest
 * entry, so transactions with earlier entries have lower ids.
 */
export async function openHistory(
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

/** Waits for a reader's cursor and locks it, so that nothing is read until this transaction ends. */
export async function holdHistory(tx: Transaction<Database>, reader: HistoryReader): Promise<void> {
  await sql`select from notice_cursors where source = ${reader} for update`.execute(tx)
}

/**
 * Whether all transactions that could have an entry up to `seen_to` have ended. A transaction gets its id before its
 * entries get theirs, except for a moment within a statement.
 */
const isSettled = sql`(
  seen_at < now() - interval '1 second' and pg_snapshot_xmin(pg_current_snapshot()) >= seen_before
  or seen_at < now() - ${sql.lit(settlesAfter)} * interval '1 second'
)`

/** Moves the cursor past the entries that were known to be complete before this read. */
export async function closeHistory(
  tx: Transaction<Database>,
  reader: HistoryReader,
  { isSettled: isComplete, newest }: HistoryCursor,
): Promise<void> {
  if (!isComplete || newest === null) return
  await sql`
    update notice_cursors
    set collected_to = seen_to, seen_to = ${newest}, seen_before = pg_current_xact_id(), seen_at = now()
    where source = ${reader}`.execute(tx)
}

/** Makes every reader skip all history so far. Must run alone. */
export async function passOverHistory(db: Kysely<Database>): Promise<void> {
  await sql`
    update notice_cursors set collected_to = newest.id, seen_to = newest.id
    from (select max(id) as id from purchase_transitions) newest
    where newest.id > collected_to`.execute(db)
}
