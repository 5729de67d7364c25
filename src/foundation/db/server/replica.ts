import { type Kysely, sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../time/clock.ts'
import type { Database } from '../schema.ts'
import { isDatabaseUnavailable } from '../driver/unavailable.ts'

/**
 * Reads that may come from another server: lists, statistics and exports, but never the basis of a charge or a refund.
 * Results include everything committed before the query.
 */
export type ReadReplica = <T>(read: (db: Kysely<Database>) => Promise<T>) => Promise<T>

/**
 * How long a replica may take to catch up with the primary's state at the time of the query, and how often that is
 * checked, in milliseconds.
 */
const patience = 500
const lookEvery = 20
/** How long a replica that is down or too far behind is skipped, in milliseconds. */
const restFor = 5_000

/** Reads everything from the primary. */
export function readPrimary(primary: Kysely<Database>): ReadReplica {
  return (read) => read(primary)
}

/** Reads from the replica, or from the primary if the replica is down or too far behind. */
export function createReadReplica(
  primary: Kysely<Database>,
  replica: Kysely<Database>,
  { clock, log }: { readonly clock: Clock; readonly log: Pick<FastifyBaseLogger, 'warn'> },
): ReadReplica {
  let restsUntil = 0
  const rest = (reason: string, error?: unknown): void => {
    restsUntil = clock.now().getTime() + restFor
    log.warn({ reason, err: error }, 'Reads go to the primary, because no replica responds')
  }
  const isUsable = async (): Promise<boolean> => {
    if (clock.now().getTime() < restsUntil) return false
    const wanted = await positionOf(primary)
    try {
      const isThere = await reaches(replica, wanted)
      if (!isThere) rest('too far behind')
      return isThere
    } catch (error) {
      rest('away', error)
      return false
    }
  }
  return async (read) => {
    if (!(await isUsable())) return read(primary)
    try {
      return await read(replica)
    } catch (error) {
      if (!isDatabaseUnavailable(error) && !isConflict(error)) throw error
      rest('lost meanwhile', error)
      return read(primary)
    }
  }
}

/** The end of the primary's log on disk. Every commit is before it. */
async function positionOf(primary: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(primary)
  return rows[0]?.at ?? ''
}

async function reaches(replica: Kysely<Database>, position: string): Promise<boolean> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(lookEvery)) {
    const { rows } = await sql<{ isThere: boolean | null }>`
      select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isThere"`.execute(replica)
    if (rows[0]?.isThere === true) return true
  }
  return false
}

/**
 * A standby cancels queries that conflict with the primary's changes (error class 40: the statement can be
 * repeated).
 */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('40')
}
