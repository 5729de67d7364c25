import { sql, type Kysely, type Selectable } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'

/** The tables whose rows have a due time and a count of attempts. */
const tables = {
  purchases: { time: 'nextCheckAt', count: 'checkCount' },
  refunds: { time: 'nextCheckAt', count: 'checkCount' },
  subscriptions: { time: 'nextCheckAt', count: 'checkCount' },
  planSubscriptions: { time: 'nextCheckAt', count: 'checkCount' },
  withdrawals: { time: 'nextCheckAt', count: 'checkCount' },
  vatNumbers: { time: 'nextCheckAt', count: 'checkCount' },
  mails: { time: 'nextAttemptAt', count: 'attempts' },
} as const

/**
 * Claims the due rows of a table for `lease` seconds: those waiting longest first, and the oldest first among equals.
 * After that, for example if the process was killed, they are due again. The result is not sorted. The ids are an array
 * because it is read once: a plan that repeated a subquery would claim more rows than `limit`.
 */
export async function claimDue<Table extends keyof typeof tables>(
  db: Kysely<Database>,
  table: Table,
  now: Date,
  limit: number,
  lease = 60,
): Promise<Selectable<Database[Table]>[]> {
  const [time, count] = [sql.ref(tables[table].time), sql.ref(tables[table].count)]
  const { rows } = await sql<Selectable<Database[Table]>>`
    update ${sql.table(table)}
    set ${time} = ${secondsAfter(now, lease)}, ${count} = ${count} + 1
    where id = any(array(
      select id from ${sql.table(table)} where ${time} <= ${now}
      order by ${time}, id limit ${sql.lit(limit)} for update skip locked
    ))
    returning *`.execute(db)
  return rows
}
