import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { mailsOfPurchase } from '#buying/withdrawal/notify.ts'
import { outcomesOf } from '#buying/withdrawal/statement/describe-withdrawals.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { SourceColumn } from '#foundation/db/tables/purchases.ts'
import { listSubscriptionsOf } from '#payments/subscriptions/find-subscription.ts'
import { describeSubscription, inSellersWords } from '#payments/subscriptions/describe-subscription.ts'
import type { customer, customerDetail, TimelineKind } from './contract.ts'
import { undoableUntil } from './merge-customers.ts'
import { type CustomerRow, familyOf, listMerged, listTwins } from './store.ts'

export function describeCustomer(row: CustomerRow): z.input<typeof customer> {
  const { firstPaidAt, lastPaidAt } = row
  return { ...row, firstPaidAt: firstPaidAt.toISOString(), lastPaidAt: lastPaidAt?.toISOString() ?? null }
}

/** A customer with their timeline, up to `limit` entries. */
export async function describeRecord(
  db: Kysely<Database>,
  row: CustomerRow,
  now: Date,
  limit: number,
): Promise<z.input<typeof customerDetail>> {
  const [subscriptions, timeline, merged, twins] = await Promise.all([
    listSubscriptionsOf(db, row),
    readTimeline(db, row, limit),
    listMerged(db, row.id),
    listTwins(db, row),
  ])
  return {
    ...describeCustomer(row),
    subscriptions: subscriptions.map((subscription) => ({
      orderId: subscription.orderId,
      subscription: describeSubscription(inSellersWords(subscription), now),
    })),
    timeline: timeline.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    merged: merged.map(({ mergedAt, email, ...gone }) => {
      const until = undoableUntil(mergedAt)
      return {
        ...gone,
        email: email ?? '',
        mergedAt: mergedAt.toISOString(),
        undoableUntil: until > now ? until.toISOString() : null,
      }
    }),
    twins: twins.map((twin) => ({ ...twin, email: twin.email ?? '' })),
  }
}

type Entry = {
  readonly id: string
  readonly kind: TimelineKind
  readonly at: Date
  readonly purchaseId: string | null
  readonly title: string
  readonly state: string | null
  readonly amount: number | null
  readonly currency: string | null
  readonly who: string | null
  readonly source: SourceColumn | null
}

/** The events in a customer's history with the shop, newest first, up to `limit`. */
async function readTimeline(
  db: Kysely<Database>,
  { id, sellerId }: { readonly id: string; readonly sellerId: string },
  limit: number,
): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    with own as materialized (
      select purchases.id, purchases.total,
        case
          when purchases.total > 0 or subscriptions.id is null then purchases.kind
          when subscriptions.trial_days > 0 then 'trial' else 'subscription'
        end as kind, purchases.currency, purchases.paid_at,
        case when purchases.kind = 'order' then purchases.source end as source,
        case when first_line.quantity > 1 then first_line.quantity || ' × ' else '' end
          || coalesce(first_line.seller_title, first_line.title, forms.title) as title
      from purchases_view as purchases
      join forms_view as forms on forms.id = purchases.form_id
      left join subscriptions_view as subscriptions on subscriptions.order_id = purchases.id
      left join purchase_lines_view first_line on first_line.purchase_id = purchases.id and first_line.position = 0
      where purchases.seller_id = ${sellerId} and purchases.customer_id = ${id}
    )
    select entries.*, case when entries.kind = 'purchase' then bought.source end as source from (
      select own.id::text as id, 'purchase' as kind, own.paid_at as at, own.id as purchase_id, own.title, own.kind as state,
        case when own.kind not in ('trial', 'subscription') then own.total end as amount, own.currency, null as who
      from own
      union all
      select own.id::text || ' answers', 'answers', own.paid_at, own.id, string_agg(
          coalesce(given.seller_label, given.label) || ': ' || case jsonb_typeof(given.answer)
            when 'array' then (select string_agg(one, ', ') from jsonb_array_elements_text(given.answer) one)
            when 'boolean' then ${t('Yes')} else given.answer #>> '{}' end,
          E'\\n' order by given.position),
        null, null, null, null
      from own join purchase_answers_view as given on given.purchase_id = own.id
      group by own.id, own.paid_at
      union all
      select refunds.id::text, 'refund', refunds.created_at, own.id, own.title, refunds.status, refunds.amount,
        own.currency, null
      from own join refunds_view as refunds on refunds.purchase_id = own.id
      union all
      select disputes.id, 'dispute', disputes.created_at, own.id, own.title, disputes.status, disputes.amount,
        disputes.currency, null
      from own join disputes_view as disputes on disputes.purchase_id = own.id
      union all
      select withdrawals.id::text, 'withdrawal', withdrawals.received_at, own.id, own.title, null, null, null, null
      from own join withdrawals_view as withdrawals on withdrawals.purchase_id = own.id and withdrawals.kind = 'withdrawal'
      union all
      select happened.id::text, 'subscription', happened.at, own.id, own.title, happened.event, null, null, null
      from own join purchase_transitions_view happened on happened.purchase_id = own.id
      where happened.event in (
        'renewal_failed', 'renewal_retried', 'renewal_paid', 'subscription_canceled', 'subscription_resumed',
        'price_changed', 'subscription_paused', 'subscription_resumed_from_pause', 'payment_skipped')
      union all
      select shown_offers.id::text, 'offer_shown', shown_offers.shown_at, own.id,
        coalesce(shown_offers.seller_title, shown_offers.title), null,
        shown_offers.total, own.currency, null
      from own join shown_offers_view as shown_offers on shown_offers.order_id = own.id
      union all
      select shown_offers.id::text || ' declined', 'offer_declined', shown_offers.closed_at, own.id,
        coalesce(shown_offers.seller_title, shown_offers.title), null, shown_offers.total, own.currency, null
      from own join shown_offers_view as shown_offers on shown_offers.order_id = own.id
      where shown_offers.closed_as = 'declined'
      union all
      select mails.id::text, 'mail', coalesce(mails.sent_at, mails.created_at), own.id, mails.kind,
        case when mails.sent_at is not null then 'sent' when mails.next_attempt_at is not null then 'waiting'
          else 'failed' end, null, null, mails.recipient
      from own join mails_view as mails on mails.id in ${mailsOfPurchase(sql`own.id`)}
      union all
      select customer_notes.id::text, 'note', customer_notes.written_at, null, customer_notes.text, null, null, null,
        users.name
      from customer_notes left join users_view as users on users.id = customer_notes.written_by
      where customer_notes.customer_id in ${familyOf(id)}
      union all
      select correction.id::text, 'correction', correction.corrected_at, null,
        correction.from_email || ' → ' || correction.to_email, null, null, null, users.name
      from customer_corrections correction left join users_view as users on users.id = correction.corrected_by
      where correction.customer_id in ${familyOf(id)}
      union all
      select gone.id::text, 'merge', customer_merges.merged_at, null, coalesce(gone.email, gone.name), null, null, null,
        users.name
      from customer_merges join customers gone on gone.id = customer_merges.gone_id
      left join users_view as users on users.id = customer_merges.merged_by
      where customer_merges.kept_id = ${id}
    ) entries left join own bought on bought.id = entries.purchase_id
    order by entries.at desc, entries.kind limit ${limit}`.execute(db)
  const outcomes = await outcomesOf(
    db,
    rows.flatMap(({ kind, id: entryId }) => (kind === 'withdrawal' ? [entryId] : [])),
  )
  return rows.map((row) =>
    row.kind === 'withdrawal' ? { ...row, state: outcomes.get(row.id) ?? null } : row,
  )
}
