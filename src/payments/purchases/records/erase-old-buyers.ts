import { sql, type RawBuilder, type Transaction } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import type { EraseBuyers } from '#registry/buyer-erasures.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import { anonymizeRedemptions } from '#payments/coupons/redemptions.ts'
import { eraseAnswers } from './answers.ts'

/** How many orders are erased together, with their later payments. A ten-year subscription has 120. */
const batch = 20
/** The pause after a batch, which lets other work run, in milliseconds. */
const pauseAfter = 100

const hour = 60 * 60 * 1000
/** How far a shop's time zone can be ahead of UTC and behind it, in milliseconds. */
const [mostAhead, mostBehind] = [14 * hour, 12 * hour]

/**
 * Buyers are erased at `now` if their sale's last payment or refund was before this time: `years` after the end of that
 * year, in any shop's time zone. Article 369k of the VAT Directive (2006/112/EC) counts in the same way: ten years from
 * 31 December of the year of the sale.
 */
export function namedSince(now: Date, years: number): Date {
  const year = new Date(now.getTime() - mostBehind).getUTCFullYear()
  return new Date(Date.UTC(year - years, 0, 1) - mostAhead)
}

/**
 * Erases the buyers of purchases whose retention period is over, and returns how many purchases that were. Amounts and
 * Stripe's ids stay. Each batch is one transaction, so that a kill loses no more than one.
 */
export async function eraseOldBuyers(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  erase: EraseBuyers,
): Promise<number> {
  const now = clock.now()
  const before = namedSince(now, config.salesNamedFor)
  const erased = await inTransaction(db, async (tx) => {
    const ids = await findOld(tx, before)
    if (ids.length > 0) {
      await erase(tx, { ids, now })
      await anonymizeRedemptions(tx, ids)
      await eraseAnswers(tx, ids)
      await eraseNames(tx, ids, now)
    }
    return ids.length
  })
  if (erased > 0) await pause(pauseAfter)
  return erased
}

/** A batch of old orders, with all their later payments and attempts. */
async function findOld(tx: Transaction<Database>, before: Date): Promise<string[]> {
  const paid = await findOlder(tx, before, sql`orders.paid_at`, sql`orders.paid_at is not null`)
  if (paid.length > 0) return paid
  // Failed orders that other records refer to.
  return findOlder(tx, before, sql`orders.created_at`, sql`orders.status in ('failed', 'canceled')`)
}

/** Conditions for keeping a sale: something about it is still open, or something has happened since. */
async function findOlder(
  tx: Transaction<Database>,
  before: Date,
  time: RawBuilder<unknown>,
  isSought: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with old as materialized (
      select orders.id from purchases orders
      where orders.kind = 'order' and orders.email <> '' and ${isSought} and ${time} < ${before}
        and not exists (
          select from purchases part
          where (part.id = orders.id or part.order_id = orders.id) and (
            part.status not in ('paid', 'partially_refunded', 'refunded', 'failed', 'canceled')
            or part.next_check_at is not null or part.created_at >= ${before} or part.paid_at >= ${before}
            or exists (
              select from refunds_view as refunds where refunds.purchase_id = part.id
                and (refunds.status = 'pending' or greatest(refunds.created_at, refunds.updated_at) >= ${before})
            )
            or exists (
              select from disputes_view as disputes where disputes.purchase_id = part.id
                and (disputes.status not in ('won', 'lost', 'warning_closed', 'prevented')
                  or disputes.updated_at >= ${before})
            )
            or exists (
              select from book_differences said where said.purchase_id = part.id and said.settled_at is null
            )
            or exists (
              select from stated_purchases_view stated join withdrawals_view as withdrawals on withdrawals.id = stated.withdrawal_id
              where stated.purchase_id = part.id and (withdrawals.next_check_at is not null
                or greatest(withdrawals.received_at, withdrawals.decided_at) >= ${before})
            )
            or exists (
              select from mails_view as mails where mails.purchase_id = part.id and mails.next_attempt_at is not null
            )
          )
        )
        and not exists (
          select from subscriptions_view as subscriptions where subscriptions.order_id = orders.id
            and (subscriptions.ended_at is null or subscriptions.ended_at >= ${before})
        )
      order by ${time} limit ${batch} for update of orders skip locked
    )
    select part.id from old join purchases part on part.id = old.id or part.order_id = old.id
    order by part.id for update of part`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Clears only what identifies a person, here or on Stripe, including digests. */
async function eraseNames(tx: Transaction<Database>, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    update purchases set name = 'Erased', email = '', mail_to = null, network = null, source = null, fingerprint = null,
      idempotency_key = 'erased ' || id, card_last4 = null, payment_method_id = null, confirmation_token_id = null,
      stripe_customer_id = null, updated_at = ${now}
    where id = any(${ids}::uuid[])`.execute(tx)
  await sql`
    update book_differences set settled_note = '' where purchase_id = any(${ids}::uuid[])`.execute(tx)
}
