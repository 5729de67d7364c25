import type { Transaction } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { RecoveryReason } from '#foundation/db/tables/recoveries.ts'
import type { Services } from '#registry/services.ts'
import type { Stopped } from './stop-link.ts'

/** Ends a shop's emails about unpaid orders to an address, permanently. Safe to repeat. */
export async function stopMails(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  stopped: Stopped,
): Promise<void> {
  await inTransaction(db, (tx) => recordStop(tx, stopped, clock.now(), 'stopped_by_buyer'))
}

/** The mail server says that the address cannot be reached. */
export async function recordBounce(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  stopped: Stopped,
): Promise<void> {
  await inTransaction(db, (tx) => recordStop(tx, stopped, clock.now(), 'bounced'))
}

export async function recordStop(
  tx: Transaction<Database>,
  { sellerId, emailKey }: Stopped,
  at: Date,
  reason: RecoveryReason,
): Promise<void> {
  await tx
    .insertInto('mailStops')
    .values({ sellerId, emailKey, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .updateTable('recoveries')
    .set({ state: 'stopped', reason, nextAt: null })
    .where('sellerId', '=', sellerId)
    .where('emailKey', '=', emailKey)
    .where('state', 'in', ['waiting', 'sent'])
    .execute()
}
