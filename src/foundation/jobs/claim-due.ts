import { sql, type Kysely, type Selectable } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'

/** The tables whose rows have a time at which something is to be done about them, and count how often it was tried. */
const tables = {
  purchases: { time: 'nextCheckAt', count: 'checkCount' },
  refunds: { time: 'nextCheckAt', count: 'checkCount' },
  subscriptions: { time: 'nextCheckAt', count: 'checkCount' },
  planSubscriptions: { time: 'nextCheckAt', count: 'checkCount' },
  webhookEvents: { time: 'nextAttemptAt', count: 'attempts' },
  withdrawals: { time: 'nextCheckAt', count: 'checkCount' },
  mails: { time: 'nextAttemptAt', count: 'attempts' },
} as const

/**
 * Takes the rows of a table that are due, the longest waiting first and of one instant the oldest, and keeps others off
 * them for `lease` seconds: then they are due again, as after a kill. The answer is in no order.
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
    where id in (
      select id from ${sql.table(table)} where ${time} <= ${now}
      order by ${time}, id limit ${sql.lit(limit)} for update skip locked
    )
    returning *`.execute(db)
  return rows
}
