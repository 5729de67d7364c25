import { sql, type Kysely, type Selectable } from 'kysely'
import { secondsAfter } from '#foundation/clock.ts'
import type { Database } from '#foundation/db/schema.ts'

/** The tables whose rows are checked at the provider when their time has come; each counts its checks. */
type CheckedTable = 'purchases' | 'refunds' | 'subscriptions' | 'planSubscriptions'

/** Takes the rows of a table that are due, the longest waiting first, and keeps others off them for `lease` seconds. */
export async function claimDue<Table extends CheckedTable>(
  db: Kysely<Database>,
  table: Table,
  now: Date,
  limit: number,
  lease = 60,
): Promise<Selectable<Database[Table]>[]> {
  const { rows } = await sql<Selectable<Database[Table]>>`
    update ${sql.table(table)}
    set next_check_at = ${secondsAfter(now, lease)}, check_count = check_count + 1
    where id in (
      select id from ${sql.table(table)} where next_check_at <= ${now}
      order by next_check_at limit ${limit} for update skip locked
    )
    returning *`.execute(db)
  return rows
}
