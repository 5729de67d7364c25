import { inTransaction } from '#foundation/db/database.ts'
import { closeHistory, openHistory } from '#payments/purchases/records/read-history.ts'
import type { Services } from '#registry/services.ts'
import { listEnded } from './ended-orders.ts'
import { recordLost } from './record-lost.ts'
import { recordPaid } from './record-paid.ts'

const reader = 'recoveries'
/** How many history entries are read at a time. */
const batch = 1_000

/**
 * Reads new entries of the purchase history, and records lost payments and those that were paid after all. So a
 * purchase itself needs no additional statement. Returns how many were new. An entry can be read several times.
 */
export async function collectRecoveries(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
): Promise<number> {
  return inTransaction(services.db, async (tx) => {
    const cursor = await openHistory(tx, reader, batch)
    if (cursor === undefined || cursor.newest === null) return 0
    const ended = await listEnded(tx, cursor.from, cursor.newest)
    let recorded = 0
    for (const order of ended) {
      if (order.entryStatus !== 'paid') recorded += await recordLost(services, tx, order)
    }
    await recordPaid(
      tx,
      ended.filter(({ entryStatus }) => entryStatus === 'paid'),
    )
    await closeHistory(tx, reader, cursor)
    return recorded
  })
}
