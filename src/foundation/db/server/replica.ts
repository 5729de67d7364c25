import { type Kysely, sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../time/clock.ts'
import type { Database } from '../schema.ts'
import { isDatabaseUnavailable } from '../driver/unavailable.ts'

/**
 * Reads what may come from another server than the one that is written to: lists, numbers and exports, never what a
 * charge or a refund is decided by. What is found is as of the moment of asking, or later.
 */
export type ReadReplica = <T>(read: (db: Kysely<Database>) => Promise<T>) => Promise<T>

/** How long a replica may take to have what the primary had when it was asked, in milliseconds; and to look how often. */
const patience = 500
const lookEvery = 20
/** How long one that is away or too far behind is left alone, in milliseconds. */
const restFor = 5_000

/** Everything from the primary. */
export function readPrimary(primary: Kysely<Database>): ReadReplica {
  return (read) => read(primary)
}

/** From the replica, unless it is away or too far behind: then from the primary. */
export function createReadReplica(
  primary: Kysely<Database>,
  replica: Kysely<Database>,
  { clock, log }: { readonly clock: Clock; readonly log: Pick<FastifyBaseLogger, 'warn'> },
): ReadReplica {
  let restsUntil = 0
  const rest = (reason: string, error?: unknown): void => {
    restsUntil = clock.now().getTime() + restFor
    log.warn({ reason, err: error }, 'The primary answers for the replica')
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

/** Up to where the primary's log is safe: all that is committed is before it. */
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

/** A standby ends a query that is in the way of what the primary did meanwhile (class 40: the statement may be repeated). */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('40')
}
