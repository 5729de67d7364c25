import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { recordEvent } from '#payments/purchases/settle/record-event.ts'
import { mailAddressOf, type Purchase } from '#payments/purchases/purchase.ts'
import { hasEnded, isCanceledHere } from '../end/correct-end.ts'
import type { Subscription } from '../store.ts'
import { isPaused } from './pause-state.ts'

/**
 * Confirms to the buyer that a pause was made or undone, once Stripe has applied that, and adds the end of a pause to
 * the history.
 */
export async function notifyOfPause(
  tx: Transaction<Database>,
  before: Subscription,
  after: Subscription,
  order: Purchase,
  cause: string,
): Promise<void> {
  const { id, orderId, pauseFrom, pauseUntil, skips, pauseBy, updatedAt: at } = after
  const to = { purchaseId: order.id, recipient: mailAddressOf(order), at }
  const isMoved = before.currentPeriodEnd?.getTime() !== after.currentPeriodEnd?.getTime()
  if (after.status === 'paused' && isPaused(after) && (before.status !== 'paused' || isMoved)) {
    const [from, until] = [pauseFrom?.toISOString() ?? '', pauseUntil?.toISOString() ?? '']
    const data = { from, until, isSkip: skips > 0, by: pauseBy }
    await enqueueMail(tx, { ...to, kind: 'subscription_paused', about: `${id} ${from} ${until}`, data })
    return
  }
  if (before.status !== 'paused' || hasEnded(after.status)) return
  if (isPaused(before) && pauseUntil === null) {
    const happened = { event: 'subscription_resumed_from_pause', subject: id } as const
    await recordEvent(tx, orderId, happened, cause)
  } else if (!isPaused(before) && after.status === 'active' && !isCanceledHere(after)) {
    const about = `${id} ${before.pauseAskedAt?.toISOString() ?? ''}`
    await enqueueMail(tx, { ...to, kind: 'subscription_goes_on', about })
  }
}
