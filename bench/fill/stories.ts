import type { Client } from 'pg'
import { shopTables } from './shops.ts'
import { daysOfHistory } from './words.ts'

const soldTables = [
  'purchase_lines',
  'purchase_transitions',
  'mails',
  'refunds',
  'disputes',
  'subscriptions',
  'shown_offers',
] as const

const sellerTables = [
  'users',
  'sellers',
  'members',
  'user_roles',
  'identities',
  'plan_subscriptions',
  'taxes',
  'bumps',
  'offers',
]

/**
 * Collects the rows to copy: the demo shop, and each of its orders with everything that followed, such as offers,
 * renewals and refunds. Leaves out coupons, whose uses would have to be counted, and anything that can still change,
 * such as a payment that Stripe will retry or an open dispute.
 */
export async function extractStories(client: Client): Promise<void> {
  await client.query('create schema fill')
  await client.query(`
    create table fill.life as
    select date_trunc('second', now()) - interval '2 hours' - interval '${daysOfHistory} days' as began,
      date_trunc('second', now()) - interval '1 hour' as ended;
    create table fill.copied_forms as
    select id, row_number() over (order by id) - 1 as no from forms where deleted_at is null;

    create table fill.stories as
    select (row_number() over (partition by is_failed order by lasts) - 1)::int as no, * from (
      select orders.id as order_id, orders.created_at as at, orders.status = 'failed' as is_failed, copied_forms.no::int as form,
        (select max(updated_at) from purchases where coalesce(order_id, id) = orders.id) - orders.created_at as lasts
      from purchases orders join fill.copied_forms on copied_forms.id = orders.form_id
      where orders.kind = 'order'
        and not exists (select from purchases where coalesce(order_id, id) = orders.id and coupon_code is not null)
        and not exists (
          select from subscriptions where order_id = orders.id and status not in ('active', 'canceled'))
        and not exists (
          select from disputes join purchases of_story on of_story.id = disputes.purchase_id
          where coalesce(of_story.order_id, of_story.id) = orders.id and disputes.status not in ('won', 'lost'))
    ) kept;
    create table fill.of_purchases as
    select purchases.*, stories.no as story, stories.is_failed, stories.at as began,
      (row_number() over (partition by stories.order_id order by purchases.id))::int as part
    from purchases join fill.stories on stories.order_id = coalesce(purchases.order_id, purchases.id);
    create unique index on fill.of_purchases (story, is_failed, part);
    create table fill.of_webhook_events as
    select webhook_events.*, payment_intent_id, purchases.id as purchase_id
    from webhook_events join purchases
      on purchases.payment_intent_id = webhook_events.payload -> 'data' -> 'object' ->> 'id'
    where webhook_events.type = 'payment_intent.succeeded' limit 1`)
  for (const table of [...sellerTables, ...shopTables, 'form_views']) {
    await client.query(`create table fill.of_${table} as select * from ${table}`)
  }
  for (const table of soldTables) {
    const key = table === 'subscriptions' || table === 'shown_offers' ? 'order_id' : 'purchase_id'
    await client.query(
      `create table fill.of_${table} as
      select ${table}.* from ${table} join fill.of_purchases on of_purchases.id = ${table}.${key}`,
    )
  } // The product stores the contents of receipts for 90 days, so only recent sales have them.
  await client.query(`
    create table fill.letters as
    select distinct on (form_id) form_id, subject, text, html, data
    from mails join purchases on purchases.id = mails.purchase_id
    where mails.kind = 'receipt' and html is not null order by form_id, mails.id;
    update fill.of_mails set subject = letters.subject, text = letters.text, html = letters.html, data = letters.data
    from fill.of_purchases join fill.letters on letters.form_id = of_purchases.form_id
    where of_purchases.id = of_mails.purchase_id and of_mails.kind = 'receipt'`)
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'fill'::regnamespace and relkind = 'r'`,
  )
  for (const { name } of rows) await client.query(`analyze fill.${name}`)
}
