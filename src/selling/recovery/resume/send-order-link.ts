import type { Transaction } from 'kysely'
import { OrderLinkUnavailable, ResumePaid } from '#buying/checkout/errors.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { emailKeyOf } from '#payments/coupons/holder.ts'
import { lockOrders } from '#payments/purchases/records/orders-of-buyer.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { openedBy, type Purchase, wasPaid } from '#payments/purchases/purchase.ts'
import type { Services } from '#registry/services.ts'
import { findEnded } from '../collect/ended-orders.ts'
import { recordLost } from '../collect/record-lost.ts'
import { isStopped, type Recovery } from '../send/decide.ts'
import { recoveryMail } from '../send/send-recoveries.ts'

type Asked = { readonly id: string; readonly secret: string }

/**
 * Emails buyers the link back to the order that was just declined, because they asked for it. The automatic email is
 * then not sent, and the order does not count when the effect of such emails is measured. Throws `ResumePaid` and
 * `OrderLinkUnavailable`.
 */
export async function sendOrderLink(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'limiter'>,
  { id, secret }: Asked,
  network: string,
): Promise<{ readonly email: string }> {
  const { db, clock, config, limiter } = services
  const purchase = openedBy(config.authSecret, await findPurchaseById(db, id), secret)
  if (wasPaid(purchase.status)) throw new ResumePaid()
  const emailKey = emailKeyOf(purchase.email)
  await limiter.take([
    { rule: 'orderLinkFromAddress', subject: network },
    { rule: 'orderLinkTo', subject: emailKey },
  ])
  await inTransaction(db, async (tx) => {
    await lockOrders(tx, purchase)
    // The collector may not have seen the order yet.
    const ended = await findEnded(tx, purchase.id)
    if (ended !== undefined) await recordLost(services, tx, ended)
    const recovery = await findNewest(tx, purchase, emailKey)
    if (recovery === undefined || recovery.reason === 'attack') throw new OrderLinkUnavailable()
    if (recovery.state === 'paid') throw new ResumePaid()
    if (await isStopped(tx, recovery.sellerId, emailKey)) throw new OrderLinkUnavailable()
    await enqueueMail(tx, {
      kind: recoveryMail,
      about: `${recovery.id} asked ${purchase.id}`,
      data: { id: recovery.id, sellerId: recovery.sellerId, isAskedFor: true },
      recipient: recovery.email,
      at: clock.now(),
    })
    await tx
      .updateTable('recoveries')
      .set({ askedAt: clock.now(), nextAt: null })
      .$if(recovery.state === 'waiting', (row) => row.set({ state: 'sent' }))
      .where('id', '=', recovery.id)
      .execute()
  })
  return { email: purchase.email }
}

async function findNewest(
  tx: Transaction<Database>,
  { formId }: Purchase,
  emailKey: string,
): Promise<Recovery | undefined> {
  return tx
    .selectFrom('recoveries')
    .selectAll()
    .where('formId', '=', formId)
    .where('emailKey', '=', emailKey)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}
