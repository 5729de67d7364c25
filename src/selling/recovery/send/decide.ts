import { sql, type Selectable, type Transaction } from 'kysely'
import { findSellable } from '#buying/checkout/price/payable-form.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { RecoveryReason } from '#foundation/db/tables/recoveries.ts'
import { day } from '#foundation/jobs/prune.ts'
import { type Clock, secondsAfter } from '#foundation/time/clock.ts'
import { emailKeyOf } from '#payments/coupons/holder.ts'
import { closingTimer } from '#payments/pricing/timers.ts'
import { isSoldOut } from '#payments/pricing/sold-form.ts'
import { lockOrders, payersSince, standingOf } from '#payments/purchases/records/orders-of-buyer.ts'
import { mayMail, settingsOf } from '../settings/form-settings.ts'
import { endOfNight } from './daytime.ts'

export type Recovery = Selectable<Database['recoveries']>

export type Decision = 'send' | { readonly later: Date } | { readonly over: RecoveryReason }

/** How soon an order that may still be charged is checked again, in seconds. */
const openAgain = 15 * 60
const withBankAgain = 6 * 60 * 60
/** How long a buyer with a refund, a dispute or a withdrawal gets no emails, in seconds. */
const troubled = 90 * day
/** Payments older than this many seconds have already been collected, under any spelling of the address. */
const uncollected = 15 * 60

/**
 * Locks a lost payment for a decision. Its buyer's orders are locked first, so that no order begins until the
 * transaction ends. Undefined if the lost payment no longer exists.
 */
export async function lockRecovery(
  tx: Transaction<Database>,
  { id, formId, email }: Pick<Recovery, 'id' | 'formId' | 'email'>,
): Promise<Recovery | undefined> {
  await lockOrders(tx, { formId, email })
  return tx.selectFrom('recoveries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/**
 * Whether an email about a locked lost payment can be sent now. A payment that may still be charged delays it, and a
 * paid one ends it, so a buyer who has paid gets none. The other rules are for emails that no one asked for.
 */
export async function decide(
  tx: Transaction<Database>,
  { clock }: { readonly clock: Clock },
  recovery: Recovery,
  isAskedFor = false,
): Promise<Decision> {
  const now = clock.now()
  const { sellerId, formId, emailKey, kind } = recovery
  const standing = await standingOf(tx, recovery)
  if (standing === 'bought' || (await hasPaidOtherwise(tx, recovery, now))) return { over: 'bought' }
  if (standing === 'open') return { later: secondsAfter(now, openAgain) }
  if (standing === 'with_bank') return { later: secondsAfter(now, withBankAgain) }
  if (await isStopped(tx, sellerId, emailKey)) return { over: 'stopped_by_buyer' }
  if (isAskedFor) return 'send'
  if (await isTroubled(tx, recovery, secondsAfter(now, -troubled))) return { over: 'trouble' }
  const form = await findSellable(tx, formId)
  if (form === undefined || isSoldOut(form) || closingTimer(form.pricing, now.getTime()) !== undefined)
    return { over: 'form' }
  if (!mayMail(await settingsOf(tx, formId), kind)) return { over: 'off' }
  const later = endOfNight(now, await zoneOf(tx, sellerId))
  return later === null ? 'send' : { later }
}

/** Orders from the same network, with the same card, or with another spelling of the address. */
async function hasPaidOtherwise(
  tx: Transaction<Database>,
  { formId, emailKey, createdAt, purchaseId }: Recovery,
  now: Date,
): Promise<boolean> {
  const lately = await payersSince(tx, { formId, since: secondsAfter(now, -uncollected) })
  if (lately.some((email) => emailKeyOf(email) === emailKey)) return true
  if (purchaseId === null) return false
  const lost = await tx
    .selectFrom('purchasesView')
    .select(['network', 'cardBrand', 'cardLast4', 'createdAt'])
    .where('id', '=', purchaseId)
    .executeTakeFirst()
  if (lost === undefined) return false
  const since = lost.createdAt < createdAt ? lost.createdAt : createdAt
  return (await payersSince(tx, { formId, since, like: lost })).length > 0
}

export async function isStopped(
  tx: Transaction<Database>,
  sellerId: string,
  emailKey: string,
): Promise<boolean> {
  const stop = await tx
    .selectFrom('mailStops')
    .select('at')
    .where('sellerId', '=', sellerId)
    .where('emailKey', '=', emailKey)
    .executeTakeFirst()
  return stop !== undefined
}

/** Whether this address had a refund, a dispute or a withdrawal in the shop since a given time. */
async function isTroubled(
  tx: Transaction<Database>,
  { sellerId, email }: Pick<Recovery, 'sellerId' | 'email'>,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from purchases_view as purchases
    where seller_id = ${sellerId} and paid_at is not null and lower(coalesce(mail_to, email)) = lower(${email})
      and (exists (
          select from refunds_view as refunds
          where refunds.purchase_id = purchases.id and refunds.created_at >= ${since})
        or exists (
          select from disputes_view as disputes
          where disputes.purchase_id = purchases.id and disputes.updated_at >= ${since})
        or exists (
          select from stated_purchases_view stated join withdrawals_view as withdrawals
            on withdrawals.id = stated.withdrawal_id
          where stated.purchase_id = purchases.id and withdrawals.received_at >= ${since}))
    limit 1`.execute(tx)
  return rows.length > 0
}

async function zoneOf(tx: Transaction<Database>, sellerId: string): Promise<string> {
  const { timeZone } = await tx
    .selectFrom('sellersView')
    .select('timeZone')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return timeZone ?? 'UTC'
}
