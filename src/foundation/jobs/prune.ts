import { sql, type Kysely } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { secondsAfter, type Clock } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'

/** The tables whose rows go by their time alone. A row that has none stays, such as an event that is not worked off. */
const times = {
  webhookEvents: 'doneAt',
  auditLog: 'at',
  notices: 'at',
  payoutOutcomes: 'at',
  salesSums: 'begins',
  cardTestingAttacks: 'endsAt',
  invitations: 'expiresAt',
  handovers: 'expiresAt',
  sessions: 'expiresAt',
  verifications: 'expiresAt',
  accountLinks: 'expiresAt',
  buyerLinks: 'expiresAt',
  rateLimits: 'endsAt',
} as const

export const day = 24 * 60 * 60
/** How often each process looks for what is past its time, in milliseconds. */
export const prunedEvery = 3_600_000
/** How many rows go at once: some milliseconds' work, also on a slow disk. */
export const pruneBatch = 500
/** What is left to others after a full batch, in milliseconds. */
const pauseAfter = 100

/**
 * Deletes the rows of a table whose time was before `before`, the oldest first and a batch of them; answers how many. It
 * waits for nobody: what somebody holds at that moment goes the next time, so that several processes share the work.
 */
export async function deleteOld(
  db: Kysely<Database>,
  table: keyof typeof times,
  before: Date,
  limit = pruneBatch,
): Promise<number> {
  const time = sql.ref(times[table])
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${time} < ${before}
      order by ${time} limit ${limit} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows)
}

/**
 * A round of pruning, for `work`: `removeBatch` answers how many rows it removed. After a full batch it leaves time to
 * others and has the loop come again; a stop or a kill leaves nothing that would have to be resumed.
 */
export async function pruneRound(removeBatch: () => Promise<number>): Promise<number> {
  const removed = await removeBatch()
  if (removed < pruneBatch) return 0
  await pause(pauseAfter)
  return removed
}

/** A round that deletes what has been over for `kept` seconds. */
export async function pruneOld(
  { db, clock }: { readonly db: Kysely<Database>; readonly clock: Clock },
  table: keyof typeof times,
  retention: number,
): Promise<number> {
  return pruneRound(() => deleteOld(db, table, secondsAfter(clock.now(), -retention)))
}
