import { sql, type RawBuilder, type Transaction } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import type { EraseBuyers } from '#registry/buyer-erasures.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import { anonymizeRedemptions } from '#payments/coupons/redemptions.ts'

/** How many orders go at once, with all that followed them: a subscription of ten years has 120 payments. */
const batch = 20
/** What is left to others after a batch, in milliseconds. */
const pauseAfter = 100

const hour = 60 * 60 * 1000
/** How far the clocks of shops are ahead of UTC, and behind it, at most; in milliseconds. */
const [mostAhead, mostBehind] = [14 * hour, 12 * hour]

/**
 * Before when the last money of a sale has to have moved for its buyer to be erased at `now`: `years` are over since the
 * year ended in which it did, by the clock of any shop. So counts article 369k of the VAT Directive (2006/112/EC): ten
 * years from 31 December of the year of the sale.
 */
export function namedSince(now: Date, years: number): Date {
  const year = new Date(now.getTime() - mostBehind).getUTCFullYear()
  return new Date(Date.UTC(year - years, 0, 1) - mostAhead)
}

/**
 * A round of forgetting who bought what is past its time; answers how many purchases. What was paid stays, with its ids at the
 * provider. Each batch is a transaction: a kill loses nothing but the one that it meets.
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
      await eraseNames(tx, ids, now)
    }
    return ids.length
  })
  if (erased > 0) await pause(pauseAfter)
  return erased
}

/** A batch of old orders, with all that was paid or tried for them later. */
async function findOld(tx: Transaction<Database>, before: Date): Promise<string[]> {
  const paid = await findOlder(tx, before, sql`orders.paid_at`, sql`orders.paid_at is not null`)
  if (paid.length > 0) return paid
  // What came to nothing, and is kept since something refers to it.
  return findOlder(tx, before, sql`orders.created_at`, sql`orders.status in ('failed', 'canceled')`)
}

/** Each condition is one for which a sale stays: what is open, and what has happened since. */
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

/** The row stays whole but for what names a person, here or at the provider, or is a digest of that. */
async function eraseNames(tx: Transaction<Database>, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    update purchases set name = 'Erased', email = '', mail_to = null, network = null, fingerprint = null,
      idempotency_key = 'erased ' || id, card_last4 = null, payment_method_id = null, confirmation_token_id = null,
      stripe_customer_id = null, updated_at = ${now}
    where id = any(${ids}::uuid[])`.execute(tx)
  await sql`
    update book_differences set settled_note = '' where purchase_id = any(${ids}::uuid[])`.execute(tx)
}
