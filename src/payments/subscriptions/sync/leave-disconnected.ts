import type { Kysely, Transaction } from 'kysely'
import { findOwner } from '#accounts/people/read-people.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { mailAddressOf, type Purchase } from '#payments/purchases/purchase.ts'
import { AccountDisconnected } from '#foundation/card-provider/errors.ts'
import { claimDue } from '#foundation/jobs/claim-due.ts'
import { hasEnded, isCanceledHere } from '../end/correct-end.ts'
import { changeSubscription, findByOrder, type Subscription } from '../store.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * The number of failed attempts after which the account counts as disconnected. At two minutes each, they take an hour,
 * so a brief outage does not count.
 */
const mostTries = 30
/** How often Stripe is checked after that, in seconds. */
const triedEvery = 24 * 60 * 60

/** A cancellation that cannot be passed on to Stripe. */
export function isStuck(row: Pick<Subscription, 'cancellation' | 'checkCount' | 'status'>): boolean {
  return isCanceledHere(row) && !hasEnded(row.status) && row.checkCount >= mostTries
}

/**
 * Checks a disconnected account's subscription once a day. If it was canceled, only its seller can end it, on Stripe.
 * The seller and the buyer get one email, and the operator gets an alarm on every attempt.
 */
export async function leaveDisconnected(services: PaymentServices, claimed: Subscription): Promise<void> {
  if (claimed.checkCount < mostTries) return
  const { db, clock, log } = services
  const row = await findByOrder(db, claimed.orderId)
  const order = await findPurchaseById(db, claimed.orderId)
  if (row === undefined || order === undefined) return
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const changed = await changeSubscription(tx, row, { nextCheckAt: secondsAfter(now, triedEvery) })
    if (changed !== undefined && isStuck(row)) await notifyOfDelay(services, tx, { row, order, now })
  })
  if (!isStuck(row)) return
  const { id: subscription, stripeAccountId: account } = row
  log.error({ alarm: true, subscription, account }, 'a canceled subscription cannot be ended')
}

/**
 * Makes the subscriptions of an account that was disconnected due right away, because it may be connected again. If it
 * is not, the next attempts are a day apart, as before.
 */
export async function checkAgain(db: Kysely<Database>, account: string, now: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ nextCheckAt: now })
    .where('stripeAccountId', '=', account)
    .where('checkCount', '>=', mostTries)
    .where('nextCheckAt', '>', now)
    .execute()
}

type Told = { readonly row: Subscription; readonly order: Purchase; readonly now: Date }

async function notifyOfDelay(
  { config: { mail } }: PaymentServices,
  tx: Transaction<Database>,
  { row: { id: about, sellerId, cancellationAt }, order, now }: Told,
): Promise<void> {
  const canceledAt = (cancellationAt ?? now).toISOString()
  await enqueueMail(tx, {
    kind: 'cancellation_delayed',
    purchaseId: order.id,
    about,
    data: { canceledAt, contact: mail.contact },
    recipient: mailAddressOf(order),
    at: now,
  })
  const owner = await findOwner(tx, sellerId)
  await enqueueMail(tx, {
    kind: 'cancellation_stuck',
    ...(owner !== undefined && { userId: owner.id }),
    about,
    data: { orderId: order.id, canceledAt },
    recipient: owner?.email ?? mail.contact,
    at: now,
  })
}

const batch = 20

/**
 * Compares subscriptions that are due with Stripe: new ones, to set their exact end; those with an end daily; others
 * after their renewal, in case its events are lost. One that cannot be compared is due again in two minutes, or the
 * next day if its account is permanently disconnected. Returns how many were due.
 */
export async function checkSubscriptions(services: PaymentServices): Promise<number> {
  const due = await claimDue(services.db, 'subscriptions', services.clock.now(), batch, 120)
  for (const row of due) {
    try {
      await syncSubscription(services, row, 'reconciler')
    } catch (error) {
      services.log.warn({ err: error, subscription: row.id }, 'a subscription could not be compared')
      if (error instanceof AccountDisconnected) await leaveDisconnected(services, row)
    }
  }
  return due.length
}
