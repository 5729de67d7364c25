import { sql, type Kysely } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import { day, pruneBatch, pruneRound } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'

/** How long a failed attempt to pay is stored, with its idempotency key. */
const retention = 30 * day

export async function pruneAttempts({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneRound(() => deleteAttempts(db, secondsAfter(clock.now(), -retention), pruneBatch))
}

/**
 * Permanently deletes a batch of failed attempts to pay from before `before`, and returns how many. Attempts due for a
 * check stay because they may still be open on Stripe, and so do attempts that other records refer to. Invoice details
 * and answers given before paying are deleted with them.
 */
async function deleteAttempts(db: Kysely<Database>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with attempts as materialized (
      select id from purchases
      where status in ('failed', 'canceled') and created_at < ${before}
        and paid_at is null and next_check_at is null
        and not exists (select from purchases as part where part.order_id = purchases.id)
        and not exists (select from book_differences as said where said.purchase_id = purchases.id)
        and not exists (select from refunds_view as refunds where refunds.purchase_id = purchases.id)
        and not exists (select from invoices_view as invoices where invoices.purchase_id = purchases.id)
        and not exists (select from disputes_view as disputes where disputes.purchase_id = purchases.id)
        and not exists (select from subscriptions_view as subscriptions where subscriptions.order_id = purchases.id)
        and not exists (select from shown_offers_view as shown_offers where shown_offers.order_id = purchases.id)
        and not exists (select from shown_offers_view as shown_offers where shown_offers.purchase_id = purchases.id)
        and not exists (select from notices_view as notices where notices.purchase_id = purchases.id)
        and not exists (select from withdrawals_view as withdrawals where withdrawals.purchase_id = purchases.id)
        and not exists (select from stated_purchases_view as stated_purchases where stated_purchases.purchase_id = purchases.id)
        and not exists (select from withdrawn_purchases_view as withdrawn_purchases where withdrawn_purchases.purchase_id = purchases.id)
        and not exists (select from file_openings where file_openings.purchase_id = purchases.id)
        and not exists (select from mails_view as mails where mails.purchase_id = purchases.id)
      order by created_at limit ${limit} for update of purchases skip locked
    ),
    lines as (delete from purchase_lines using attempts where purchase_id = attempts.id),
    places as (delete from redemptions using attempts where redemptions.purchase_id = attempts.id),
    pieces as (delete from stock_holds using attempts where stock_holds.purchase_id = attempts.id),
    copies as (delete from buyer_details using attempts where buyer_details.purchase_id = attempts.id),
    numbers as (delete from vat_numbers using attempts where vat_numbers.purchase_id = attempts.id),
    answers as (delete from purchase_answers using attempts where purchase_id = attempts.id),
    consents as (delete from consents using attempts where purchase_id = attempts.id),
    history as (delete from purchase_transitions using attempts where purchase_id = attempts.id)
    delete from purchases using attempts where purchases.id = attempts.id`.execute(db)
  return Number(numAffectedRows)
}
