import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'

/** The maximum count, so that no query reads more of a queue. */
const mostCounted = 2_000
/** The last sent email is searched for among this many of the newest emails. */
const newestMails = 100

/** Tables that contain work to be done. */
export const queues = ['webhook_events', 'mails', 'purchases', 'refunds', 'withdrawals'] as const

const queueRow = z.object({
  queue: z.enum(queues),
  /** How much work is scheduled, waiting for a retry or waiting for a worker. */
  waiting: z.number(),
  /** How much of the work is due now. */
  due: z.number(),
  /** How long the first entry has been due, in seconds, or 0 if none is. */
  overdueSeconds: z.number(),
  /** The age of the oldest waiting work, in seconds. */
  oldestSeconds: z.number(),
})
export type Queue = z.output<typeof queueRow>

/** The database's metrics for the operator, in one statement that reads the indexes of open work. */
export async function readSigns(db: Kysely<Database>, now: Date) {
  const { rows } = await sql<{
    queues: unknown
    comparedAt: Date | null
    backedUpAt: Date | null
    verifiedBackupAt: Date | null
    deliveredAt: Date | null
    mailedAt: Date | null
    differences: number
  }>`
    with waiting as (
      (select 'webhook_events' as queue, next_attempt_at as next_at, received_at as since
       from webhook_events_view as webhook_events where next_attempt_at is not null order by next_attempt_at limit ${mostCounted})
      union all
      (select 'mails', next_attempt_at, created_at
       from mails_view as mails where next_attempt_at is not null order by next_attempt_at limit ${mostCounted})
      union all
      (select 'purchases', next_check_at, case when status = 'processing' then settles_by else created_at end
       from purchases_view as purchases where next_check_at is not null order by next_check_at limit ${mostCounted})
      union all
      (select 'refunds', next_check_at, created_at
       from refunds_view as refunds where next_check_at is not null order by next_check_at limit ${mostCounted})
      union all
      (select 'withdrawals', next_check_at, received_at
       from withdrawals_view as withdrawals where next_check_at is not null order by next_check_at limit ${mostCounted})
    ),
    counted as (
      select queue,
        count(*) as waiting,
        count(*) filter (where next_at <= ${now}::timestamptz) as due,
        greatest(0, extract(epoch from ${now}::timestamptz - min(next_at))) as "overdueSeconds",
        greatest(0, extract(epoch from ${now}::timestamptz - min(since))) as "oldestSeconds"
      from waiting group by queue
    )
    select
      (select coalesce(jsonb_agg(counted), '[]') from counted) as queues,
      (select finished_at from schedules_view as schedules where name = 'compare-books') as compared_at,
      (select finished_at from schedules_view as schedules where name = 'backup') as backed_up_at,
      (select finished_at from schedules_view as schedules where name = 'verified-backup') as verified_backup_at,
      (select finished_at from schedules_view as schedules where name = 'webhook') as delivered_at,
      (select max(sent_at)
       from (select sent_at from mails_view as mails order by id desc limit ${newestMails}) newest) as mailed_at,
      (select count(*) from book_differences_view as book_differences where settled_at is null) as differences`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new RangeError('No signs')
  const found = new Map(
    queueRow
      .array()
      .parse(row.queues)
      .map((counted) => [counted.queue, counted]),
  )
  return { ...row, queues: queues.map((queue) => found.get(queue) ?? emptyQueue(queue)) }
}

function emptyQueue(queue: Queue['queue']): Queue {
  return { queue, waiting: 0, due: 0, overdueSeconds: 0, oldestSeconds: 0 }
}

/** The versions of the database server and the schema. */
export async function readStoreVersions(db: Kysely<Database>) {
  const { rows } = await sql<{ postgres: string; migration: string }>`
    select current_setting('server_version') as postgres,
      (select name from kysely_migration order by name desc limit 1) as migration`.execute(db)
  const [row] = rows
  if (row === undefined) throw new RangeError('No versions')
  return row
}
