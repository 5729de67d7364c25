import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { recordPending } from '#foundation/events/pending-events.ts'
import { emailKeyOf } from '#payments/coupons/holder.ts'
import { linkLifetime } from '../resume/link.ts'
import type { EndedOrder } from './ended-orders.ts'

/**
 * For each of these paid orders, marks the last lost payment before it as paid, even if it had already ended: the one
 * whose link led to the order, or otherwise the one of the same form and address.
 */
export async function recordPaid(tx: Transaction<Database>, paid: readonly EndedOrder[]): Promise<void> {
  if (paid.length === 0) return
  const rows = paid.map(({ id, formId, email, recoveryId, total, currency, paidAt, entryId }) => ({
    id,
    form_id: formId,
    email_key: emailKeyOf(email),
    recovery_id: recoveryId,
    total,
    currency,
    paid_at: paidAt,
    entry_id: entryId,
  }))
  const { rows: recovered } = await sql<Recovered>`
    with paid as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as paid (
        id uuid, form_id uuid, email_key text, recovery_id uuid, total bigint, currency text, paid_at timestamptz, entry_id bigint)
    ),
    found as (
      select distinct on (lost) * from (
        select paid.*, coalesce(
          (select id from recoveries where id = paid.recovery_id and form_id = paid.form_id),
          (select id from recoveries
            where form_id = paid.form_id and email_key = paid.email_key and email_key <> ''
              and created_at <= paid.paid_at
              and created_at > paid.paid_at - ${sql.lit(linkLifetime)} * interval '1 second'
              and (transition_id is null or transition_id < paid.entry_id)
            order by id desc limit 1)) as lost
        from paid
      ) each where lost is not null order by lost, entry_id
    )
    update recoveries set state = 'paid', reason = null, next_at = null, paid_purchase_id = found.id,
      paid_amount = case when recoveries.currency = found.currency then found.total end, paid_at = found.paid_at
    from found where recoveries.id = found.lost and recoveries.state <> 'paid'
    returning recoveries.id as "objectId", recoveries.seller_id as "sellerId", recoveries.sent,
      recoveries.paid_purchase_id as "purchaseId", recoveries.paid_at as "at"`.execute(tx)
  // An order that the buyer completed without an email does not count as recovered.
  const mailed = recovered.filter(({ sent }) => sent > 0)
  await recordPending(
    tx,
    ...mailed.map(({ objectId, sellerId, purchaseId, at }) => {
      const type = 'recovery.recovered' as const
      return { type, objectId, sellerId, purchaseId, at }
    }),
  )
}

type Recovered = {
  readonly objectId: string
  readonly sellerId: string
  readonly sent: number
  readonly purchaseId: string
  readonly at: Date
}
