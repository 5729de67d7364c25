import { sql } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import { day, pruneBatch, pruneRound } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'

/** How long what never began is kept: as long as the attempt to pay that it belongs to, which can go then. */
const retention = 30 * day

/**
 * Deletes subscriptions whose first payment came to nothing. What is still to be compared may be open at the provider, and
 * stays. Answers how many.
 */
export async function pruneNeverBegun({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneRound(async () => {
    const { numAffectedRows = 0n } = await sql`
      delete from subscriptions where ctid = any(array(
        select ctid from subscriptions
        where status = 'incomplete_expired' and ended_at < ${secondsAfter(clock.now(), -retention)}
          and paid_cycles = 0 and next_check_at is null
        order by ended_at limit ${pruneBatch} for update skip locked
      ))`.execute(db)
    return Number(numAffectedRows)
  })
}
