import type { Client } from 'pg'
import { copyOf } from './copy.ts'
import { ownOf, type Words } from './words.ts'

/** The tables in which a sale leaves rows. */
export const saleTables = [
  'purchases',
  'purchase_lines',
  'purchase_transitions',
  'mails',
  'notices',
  'refunds',
  'disputes',
  'subscriptions',
  'shown_offers',
  'webhook_events',
  'form_views',
  'customers',
  'customer_totals',
] as const

const batch = 100_000

/** Makes all sellers' sales in chronological order. */
export async function fillSales(
  client: Client,
  sales: number,
  words: Words,
  say: (line: string) => void,
): Promise<void> {
  await client.query(`
    create table fill.shops as
    select seller, ${ownOf('of_sellers.id', 'seller')} as id,
      case when seller = 0 then stripe_account_id else 'acct_fill_' || seller end as account
    from fill.of_sellers, generate_series(0, (select count(*) - 1 from sellers)) seller`)
  const statements = await statementsOf(client, words)
  for (let from = 1; from <= sales; from += batch) {
    const to = Math.min(sales, from + batch - 1)
    const startedAt = performance.now()
    await client.query('begin')
    // Turns off foreign keys and the product's triggers, whose effects are made below or at the end.
    await client.query(`set local session_replication_role = 'replica'`)
    await client.query(madeSales)
    await client.query(chooseSales(words, from, to))
    await client.query('analyze made')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
    say(`  ${to} sales, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  }
}

const madeSales = `
  create temporary table made (
    n bigint, story int, part int, copied uuid, id uuid, order_id uuid, seller int, seller_id uuid, account text,
    form_id uuid, customer bigint, customer_id uuid, name text, email text, shift interval, at timestamptz,
    is_recent boolean, is_noticed boolean, ended timestamptz
  ) on commit drop`

function chooseSales(words: Words, from: number, to: number): string {
  const { sellerOf, turnOf, timeOf, customerOf, isFailed, storyOf, cameAt, firstName, word, email, id } =
    words
  const person = 'chosen.seller * 1000000000::bigint + customer'
  return `
    with numbered as materialized (
      select n, ${sellerOf('n')} as seller, ${turnOf('n')} as turn, ${timeOf('n')} as at
      from generate_series(${from}::bigint, ${to}::bigint) n
    ), chosen as materialized (
      select *, ${customerOf('seller', 'turn')} as customer, ${isFailed('n', 'at')} as is_failed, ${storyOf('n', 'at')} as story
      from numbered
    ), known as materialized (
      select chosen.*, stories.no, stories.at as began, shops.id as seller_id, account,
        ${firstName(person)} || ' ' || initcap(${word(person)}) as name,
        ${id(cameAt('chosen.seller', 'customer'), `'customer ' || chosen.seller || ' ' || customer`)} as customer_id,
        5 * floor(${words.formsOf('chosen.seller')} / 5 * ${words.chance('n', 4)} ^ 3)::int + stories.form as form
      from chosen
      join fill.stories on stories.is_failed = chosen.is_failed and stories.no = case
        when chosen.is_failed then story % (select count(*) from fill.stories where is_failed) else story end
      join fill.shops on shops.seller = chosen.seller
    ), placed as materialized (
      select *, ${id(words.madeAt('seller', 'form'), `'form ' || seller || ' ' || form`)} as form_id, ${email('name', 'customer')} as email,
        ${id('at', `'sale ' || n || ' 1'`)} as order_id
      from known
    )
    insert into made
    select n, no, part, t.id, case when part = 1 then placed.order_id else ${id('t.created_at - placed.began + at', `'sale ' || n || ' ' || part`)} end,
      case when t.order_id is not null then placed.order_id end, seller, placed.seller_id, account, placed.form_id, customer,
      case when t.customer_id is not null then placed.customer_id end, placed.name, placed.email, at - placed.began,
      t.created_at - placed.began + at,
      t.created_at - placed.began + at > timestamptz '${words.ended}' - interval '89 days',
      t.created_at - placed.began + at > timestamptz '${words.ended}' - interval '364 days', timestamptz '${words.ended}'
    from placed join fill.of_purchases t on t.story = placed.no and t.is_failed = placed.is_failed
    order by n, part`
}

/** The columns copied for each sale, with their source rows. */
async function statementsOf(client: Client, words: Words): Promise<string[]> {
  const own = (column: string) => ownOf(`t.${column}`, 'made.seller')
  const of = (table: string, key = 'purchase_id') =>
    `from made join fill.of_${table} t on t.${key} = made.copied`
  const inOrder = ' order by made.n, t.id'
  const at = (column: string) => `t.${column} + made.shift`
  const refundId = refundIdOf(words)
  const isOver = `t.current_period_end + made.shift <= made.ended and t.status = 'active'`
  const given = (column: string, prefix: string) =>
    `case when t.${column} is not null then '${prefix}_' || replace(made.id::text, '-', '') end`
  const recent = (column: string) => `case when made.is_recent then t.${column} end`
  const copies = [
    {
      table: 'purchases',
      from: `${of('purchases', 'id')} order by made.n, made.part`,
      changed: {
        id: 'made.id',
        seller_id: 'made.seller_id',
        form_id: 'made.form_id',
        order_id: 'made.order_id',
        idempotency_key: `'fill-' || made.n || '-' || made.part`,
        email: 'made.email',
        name: 'made.name',
        stripe_account_id: 'made.account',
        stripe_customer_id: `case when t.stripe_customer_id is not null then 'cus_fill' || made.seller || 'x' || made.customer end`,
        payment_intent_id: given('payment_intent_id', 'pi'),
        stripe_invoice_id: given('stripe_invoice_id', 'in'),
        customer_id: 'made.customer_id',
        offered_bump_ids: `case when made.seller = 0 or t.offered_bump_ids is null then t.offered_bump_ids
          else array(select ${ownOf('bump', 'made.seller')} from unnest(t.offered_bump_ids) bump) end`,
      },
    },
    {
      table: 'purchase_lines',
      from: `${of('purchase_lines')} order by made.n, made.part, t.position`,
      changed: { purchase_id: 'made.id', bump_id: own('bump_id'), offer_id: own('offer_id') },
    },
    {
      table: 'refunds',
      from: of('refunds') + inOrder,
      changed: {
        id: words.id(at('created_at'), `'refund ' || t.id || made.n`),
        purchase_id: 'made.id',
        stripe_refund_id: given('stripe_refund_id', 're'),
      },
    },
    {
      table: 'disputes',
      from: of('disputes') + inOrder,
      changed: {
        id: `'du_' || replace(made.id::text, '-', '')`,
        purchase_id: 'made.id',
        seller_id: 'made.seller_id',
      },
    },
    {
      table: 'subscriptions',
      from: of('subscriptions', 'order_id') + inOrder,
      changed: {
        id: words.id(at('created_at'), `'subscription ' || made.n`),
        order_id: 'made.id',
        seller_id: 'made.seller_id',
        stripe_account_id: 'made.account',
        stripe_subscription_id: given('stripe_subscription_id', 'sub'),
        stripe_customer_id: `'cus_fill' || made.seller || 'x' || made.customer`,
        // Subscriptions that would still be running end at the close of their paid period, as if their buyers
        // had canceled.
        status: `case when ${isOver} then 'canceled' else t.status end`,
        ended_at: `case when ${isOver} then t.current_period_end + made.shift else ${at('ended_at')} end`,
        cancel_at_period_end: `case when ${isOver} then true else t.cancel_at_period_end end`,
        cancellation: `case when ${isOver} then 'period_end' else t.cancellation end`,
        cancellation_by: `case when ${isOver} then 'buyer' else t.cancellation_by end`,
        cancellation_at: `case when ${isOver} then t.current_period_end + made.shift - interval '3 days' else ${at('cancellation_at')} end`,
        lapses: `(
          select jsonb_agg(lapse || jsonb_build_object('at', to_char(
            ((lapse->>'at')::timestamptz + made.shift) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          ))) from jsonb_array_elements(t.lapses) lapse
        )`,
        // Stripe does not know the copied subscription.
        next_check_at: `case when t.next_check_at is not null and not (${isOver}) then now() + interval '60 days' end`,
      },
    },
    {
      table: 'shown_offers',
      from: `${of('shown_offers', 'order_id')} left join made taken on taken.n = made.n and taken.copied = t.purchase_id
        order by made.n, t.position`,
      changed: {
        id: words.id(at('shown_at'), `'shown ' || t.id || made.n`),
        order_id: 'made.id',
        seller_id: 'made.seller_id',
        offer_id: own('offer_id'),
        bump_id: own('bump_id'),
        purchase_id: 'taken.id',
      },
    },
    {
      table: 'mails',
      from: of('mails') + inOrder,
      changed: {
        id: words.id(at('created_at'), `'mail ' || t.id || made.n`),
        purchase_id: 'made.id',
        recipient: 'made.email',
        refund_id: `case when t.refund_id is not null then (
          select ${refundId}
          from fill.of_refunds where of_refunds.id = t.refund_id) end`,
        // The product deletes the contents of sent emails after 90 days.
        subject: recent('subject'),
        text: recent('text'),
        html: recent('html'),
        data: `case when made.is_recent then t.data else '{}' end`,
        reply_to: `case when made.is_recent then t.reply_to end`,
      },
    },
    {
      table: 'webhook_events',
      from: `from made join fill.of_purchases on of_purchases.id = made.copied, fill.of_webhook_events t
        where made.is_recent and of_purchases.payment_intent_id is not null and of_purchases.paid_at is not null order by made.n, made.part`,
      changed: {
        id: `'evt_' || replace(made.id::text, '-', '')`,
        stripe_account_id: 'made.account',
        payload: `replace(replace(t.payload::text, t.payment_intent_id, 'pi_' || replace(made.id::text, '-', '')),
          t.purchase_id::text, made.id::text)::jsonb`,
        received_at: 'made.at',
        done_at: 'made.at',
      },
    },
  ]
  const statements = []
  for (const copy of copies) statements.push(await copyOf(client, copy))
  return [...statements, await copyHistory(client, refundId), addViews, addCustomers]
}

function refundIdOf(words: Words): string {
  return words.id('of_refunds.created_at + made.shift', `'refund ' || of_refunds.id || made.n`)
}

/** Copies the history of purchases and the product's notifications for the last year. */
async function copyHistory(client: Client, refundId: string): Promise<string> {
  const history = await copyOf(client, {
    table: 'purchase_transitions',
    from: 'from made join fill.of_purchase_transitions t on t.purchase_id = made.copied order by made.n, t.id',
    changed: {
      purchase_id: 'made.id',
      subject: `case t.event
        when 'refund' then (select ${refundId}::text
          from fill.of_refunds where of_refunds.id::text = t.subject)
        when 'dispute' then 'du_' || replace(made.id::text, '-', '')
        else t.subject end`,
    },
    without: ['id'],
  })
  return `
    with written as (${history} returning id, purchase_id, status, event, subject, at)
    insert into notices (transition_id, seller_id, kind, purchase_id, subject, amount, currency, at)
    select id, seller_id, kind, purchase_id, subject, coalesce(
        case when kind in ('refund', 'dispute') then given end, total), currency, at
    from (
      select written.id, made.seller_id, written.purchase_id, written.subject, t.total, t.currency, written.at,
        coalesce((select sum(amount) from fill.of_refunds where of_refunds.purchase_id = t.id), (
          select amount from fill.of_disputes where of_disputes.purchase_id = t.id)) as given,
        case
          when event = 'refund' then 'refund'
          when event = 'dispute' then 'dispute'
          when event = 'renewal_failed' then 'renewal_failed'
          when event = 'subscription_canceled' then 'cancellation'
          when event is null and written.status = 'paid' and t.kind <> 'renewal' then 'sale'
        end as kind
      from written join made on made.id = written.purchase_id join fill.of_purchases t on t.id = made.copied
      where made.is_noticed
    ) told
    where kind is not null order by id`
}

/** Adds page views at about the same time: one for each buyer and as many for visitors who did not buy. */
const addViews = `
  insert into form_views (seller_id, form_id, day, views)
  select seller_id, form_id, day, array_fill(0, array[quarter]) || views * 3 || array_fill(0, array[95 - quarter])
  from (
    select seller_id, form_id, (at at time zone 'UTC')::date as day, count(*)::int as views,
      (extract(epoch from min(at))::bigint % 86400 / 900)::int as quarter
    from made where part = 1 group by 1, 2, 3
  ) seen
  on conflict do nothing`

const addCustomers = `
  insert into customers (id, seller_id, email_key, email, name, first_paid_at)
  select made.customer_id, made.seller_id, made.email, made.email, made.name, min(t.paid_at + made.shift)
  from made join fill.of_purchases t on t.id = made.copied
  where made.customer_id is not null
  group by 1, 2, 3, 5 order by min(t.paid_at + made.shift)
  on conflict (id) do nothing`

/** What customers have paid minus their refunds, as the product's own job computes it. */
export const addTotals = `
  insert into customer_totals (customer_id, seller_id, currency, total)
  select customer_id, seller_id, currency, sum(total - coalesce(refunded, 0) - coalesce(lost, 0))
  from purchases
  left join (
    select purchase_id, sum(amount) as refunded from refunds where status = 'succeeded' group by 1
  ) given on given.purchase_id = purchases.id
  left join (
    select purchase_id, sum(amount) as lost from disputes where status = 'lost' group by 1
  ) taken on taken.purchase_id = purchases.id
  where customer_id is not null and idempotency_key like 'fill-%'
  group by 1, 2, 3`

/** Marks the subscriptions missing from the ledger of recurring revenue, as the product's triggers do. */
export const markRecurring = `
  insert into recurring_changes (seller_id, order_id)
  select seller_id, order_id from subscriptions
  where cancel_after = 0 and paid_cycles > 0
    and not exists (select from recurring_starts starts where starts.order_id = subscriptions.order_id)`
