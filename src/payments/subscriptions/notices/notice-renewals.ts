import { inTransaction } from '#foundation/db/database.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { mailAddressOf, type Purchase } from '#payments/purchases/purchase.ts'
import type { Services } from '#registry/services.ts'
import { describeSubscription } from '../describe-subscription.ts'
import { changeSubscription, listToNotice, type Subscription } from '../store.ts'
import { noticeAt } from './notice-days.ts'

type Noticing = Pick<Services, 'db' | 'clock' | 'log'>

const batch = 50
/** How many seconds a notice can be late before a person is alerted. */
const alarmAfter = 12 * 60 * 60

/**
 * Reminds buyers of their next payment, once for each payment, at the time that their seller or the law
 * requires. Buyers who will not be charged get no email. Returns how many subscriptions were checked.
 */
export async function noticeRenewals(services: Noticing): Promise<number> {
  const now = services.clock.now()
  const due = await listToNotice(services.db, now, batch)
  for (const row of due) await notice(services, row, now)
  return due.length
}

/** Does nothing if the subscription has changed since it was read. The next round checks again. */
async function notice({ db, log }: Noticing, row: Subscription, now: Date): Promise<void> {
  const order = await findPurchaseById(db, row.orderId)
  const { currentPeriodEnd: end, renewalNoticeAt: planned } = row
  if (order === undefined || end === null || planned === null) return
  const at = await timeOf({ db }, row, order, end)
  if (at === null || at > now) {
    await changeSubscription(db, row, { renewalNoticeAt: at })
    return
  }
  if (secondsAfter(planned, alarmAfter) < now)
    log.error({ alarm: true, subscription: row.id, planned }, 'a renewal notice is late')
  const { total } = describeSubscription(row, now)
  const chargedAt = end.toISOString()
  await inTransaction(db, async (tx) => {
    const changed = await changeSubscription(tx, row, { renewalNoticeAt: null, updatedAt: now })
    if (changed === undefined || total === 0) return
    const to = { purchaseId: order.id, recipient: mailAddressOf(order), at: now }
    const about = `${row.id} ${chargedAt}`
    await enqueueMail(tx, { ...to, kind: 'renewal_ahead', about, data: { chargedAt, total } })
  })
}

async function timeOf(
  { db }: Pick<Services, 'db'>,
  row: Subscription,
  { formId, accountCountry, locale }: Purchase,
  end: Date,
): Promise<Date | null> {
  const chosen = await db
    .selectFrom('formsView as forms')
    .select(['renewalNoticeDays', 'noticesShortRenewals'])
    .where('id', '=', formId)
    .executeTakeFirst()
  const region = locale === null ? undefined : new Intl.Locale(locale).region
  if (chosen === undefined) return null
  // After a pause, buyers may have forgotten any payment.
  const noticesShortRenewals = chosen.noticesShortRenewals || row.status === 'paused'
  return noticeAt(row, end, { ...chosen, noticesShortRenewals }, [accountCountry, region])
}
