import { inTransaction } from '#foundation/db/database.ts'
import { recordPending } from '#foundation/events/pending-events.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#registry/services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { mailAddressOf } from '#payments/purchases/purchase.ts'
import { changeSubscription, listToRemind, type Subscription } from '../store.ts'

const batch = 50

/**
 * Emails buyers whose trial ends soon about the next charge, once for each end, at the time set by
 * `trial-days.ts`. Buyers who will not be charged get no email. Returns how many reminders were due.
 */
export async function remindOfTrials(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = services.clock.now()
  const due = await listToRemind(services.db, now, batch)
  for (const row of due) await remind(services, row, now)
  return due.length
}

/** Does nothing if the subscription has changed since it was read. The next round checks again. */
async function remind({ db }: Pick<Services, 'db'>, row: Subscription, now: Date): Promise<void> {
  const order = await findPurchaseById(db, row.orderId)
  if (order === undefined || row.trialEnd === null) return
  // A trial that has not begun is followed by a payment only if a bank is processing its first payment.
  if (row.status === 'incomplete' && order.status !== 'processing') return
  const endsAt = row.trialEnd.toISOString()
  await inTransaction(db, async (tx) => {
    const changed = await changeSubscription(tx, row, { trialReminderAt: null, updatedAt: now })
    if (changed === undefined) return
    const to = { purchaseId: order.id, recipient: mailAddressOf(order), at: now }
    await enqueueMail(tx, { ...to, kind: 'trial_ending', about: `${row.id} ${endsAt}`, data: { endsAt } })
    const { id: objectId, sellerId } = row
    await recordPending(tx, { type: 'trial.ends_soon', sellerId, objectId, purchaseId: order.id, at: now })
  })
}
