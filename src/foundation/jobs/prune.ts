import { sql, type Kysely } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { secondsAfter, type Clock } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'

/** The tables whose rows expire only because of their age. A row without a time stays, such as an unprocessed event. */
const times = {
  webhookEvents: 'doneAt',
  auditLog: 'at',
  notices: 'at',
  events: 'happenedAt',
  payoutOutcomes: 'at',
  recoveries: 'createdAt',
  vatChecks: 'checkedAt',
  salesSums: 'begins',
  sumsOfForms: 'begins',
  cardTestingAttacks: 'endsAt',
  invitations: 'expiresAt',
  handovers: 'expiresAt',
  sessions: 'expiresAt',
  apiKeys: 'revokedAt',
  apiRequests: 'beganAt',
  verifications: 'expiresAt',
  accountLinks: 'expiresAt',
  buyerLinks: 'expiresAt',
  rateLimits: 'endsAt',
} as const

export const day = 24 * 60 * 60
/** How often each process looks for expired rows, in milliseconds. */
export const prunedEvery = 3_600_000
/** The number of rows in a batch, which take a few milliseconds even on a slow disk. */
export const pruneBatch = 500
/** The pause after a full batch that lets others work, in milliseconds. */
const pauseAfter = 100

/**
 * Deletes one batch of a table's rows from before `before`, oldest first, and returns how many. It does not wait for
 * locks: locked rows are deleted next time, so that several processes can share the work.
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
 * A round that deletes expired rows. `removeBatch` returns how many rows it deleted. After a full batch, it pauses to
 * let other work run and continues. There is nothing to resume after a stop or a kill.
 */
export async function pruneRound(removeBatch: () => Promise<number>): Promise<number> {
  const removed = await removeBatch()
  if (removed < pruneBatch) return 0
  await pause(pauseAfter)
  return removed
}

/** A round that deletes rows older than `kept` seconds. */
export async function pruneOld(
  { db, clock }: { readonly db: Kysely<Database>; readonly clock: Clock },
  table: keyof typeof times,
  retention: number,
): Promise<number> {
  return pruneRound(() => deleteOld(db, table, secondsAfter(clock.now(), -retention)))
}
