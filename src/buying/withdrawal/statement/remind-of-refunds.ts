import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { recordEvent } from '#payments/purchases/settle/record-event.ts'
import type { Services } from '#registry/services.ts'
import { refundPeriod } from '../refund/parts.ts'
import { remindOperator } from '../notify.ts'
import { markReminded } from '../store.ts'
import { findListed, listToRemind } from './list-withdrawals.ts'

/** How many seconds before a refund is due the seller gets a reminder. */
const remindedBefore = 3 * 24 * 60 * 60

/**
 * Records in a purchase's history, once, that the refund of a withdrawal waiting for its seller is due soon.
 * Notifications are sent from there; a closed shop has no members to get them, so the operator gets an email. Returns
 * how many were due.
 */
export async function remindOfRefunds({
  db,
  clock,
  log,
  config,
}: Pick<Services, 'db' | 'clock' | 'log' | 'config'>): Promise<number> {
  const now = clock.now()
  const after = new Date(now.getTime() - refundPeriod)
  const due = await listToRemind(db, { after, upTo: secondsAfter(after, remindedBefore) })
  for (const { id, purchaseId, sellerId } of due) {
    await inTransaction(db, async (tx) => {
      // Since the list was read, the seller may have decided, or another process may have reminded them.
      if (!(await markReminded(tx, id, now)) || (await findListed(tx, id))?.isOpen !== true) return
      await recordEvent(tx, purchaseId, { event: 'withdrawal', subject: id }, 'withdrawal due')
      await remindOperator(tx, config, { id, sellerId }, now)
      log.info({ withdrawal: id, purchase: purchaseId }, 'seller reminded of a withdrawal')
    })
  }
  return due.length
}
