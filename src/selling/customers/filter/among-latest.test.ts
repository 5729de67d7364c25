import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { createTestDatabase, fillDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { listCustomers } from '../store.ts'
import { amongLatest, lookedAt } from './among-latest.ts'
import { isShown, type SoughtCustomers } from './conditions.ts'

const sellers = [newId(), newId()] as const
const scope = { sellerId: sellers[0], user: undefined, role: undefined }
/** More customers than are checked one by one. */
const customers = lookedAt + 1_500
/**
 * Four forms: one bought by every third customer, one only by the first customers, one by these and a few others, and
 * one by hardly any.
 */
const [common, old, some, rare] = [newId(), newId(), newId(), newId()]

const nothing: SoughtCustomers = {
  q: '',
  tag: undefined,
  bought: undefined,
  notBought: undefined,
  subscription: undefined,
  over: undefined,
  since: undefined,
}

let database: TestDatabase
let db: Kysely<Database>

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: pino({ enabled: false }), maxConnections: 1 })
  await fillDatabase(database.url, async (filling) => {
    for (const sellerId of sellers) await fill(filling, sellerId)
    await sql`vacuum analyze`.execute(filling)
  })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/**
 * Adds numbered customers, oldest first, each with a purchase. Every third has an active subscription, some share a
 * time, and one in 50 is hidden.
 */
async function fill(filling: Kysely<unknown>, sellerId: string): Promise<void> {
  await sql`insert into sellers (id, name) values (${sellerId}, 'A seller with many customers')`.execute(
    filling,
  )
  const isOurs = sellerId === sellers[0]
  await sql`
    insert into forms (id, seller_id, name, title, description, video, amount, currency, price_type,
      billing_interval, billing_period, cancel_after, button_text, button_text_color, theme_color)
    select id, ${sellerId}, 'form-' || id, 'Course', '', 'https://youtu.be/x', 4900, 'usd', 'OneTimePrice', 1, 'Daily', 0,
      'Pay', '#fff', '#7F1CCF'
    from unnest(${isOurs ? [common, old, some, rare] : [newId()]}::uuid[]) id`.execute(filling)
  await sql`
    insert into customers (id, seller_id, email_key, email, name, first_paid_at, erased_at, merged_into)
    select uuidv7(), ${sellerId}, n || '@example.com', n || '@example.com', 'Bea ' || n,
      timestamptz '2026-01-01' + (n / 3) * interval '1 hour', case when n % 50 = 4 then now() end, null
    from generate_series(1, ${isOurs ? customers : 300}::int) n`.execute(filling)
  await sql`
    update customers gone set merged_into = kept.id
    from customers kept
    where gone.seller_id = ${sellerId} and kept.seller_id = ${sellerId} and kept.email_key = '3@example.com'
      and gone.email_key like '%77@example.com'`.execute(filling)
  await sql`
    insert into purchases (id, seller_id, form_id, idempotency_key, fingerprint, status, kind, email, name, currency,
      subtotal, tax_amount, total, one_time_offer_count, stripe_account_id, created_at, paid_at, customer_id)
    select uuidv7(), ${sellerId}, forms.id, 'key-' || n, '', 'paid', 'order', email, name, 'usd', 1, 0, 1, 0, 'acct',
      first_paid_at, first_paid_at, coalesce(merged_into, numbered.id)
    from (select *, split_part(email_key, '@', 1)::int as n from customers where seller_id = ${sellerId}) numbered
    join lateral (
      select id from forms where seller_id = ${sellerId} and id = case
        when not ${isOurs} then id when n <= 1200 then ${old} when n % 3 = 0 then ${common} when n % 700 = 1 then ${rare} end
    ) forms on true`.execute(filling)
  // A form whose sales are mostly old.
  if (isOurs)
    await sql`
      insert into purchases (id, seller_id, form_id, idempotency_key, fingerprint, status, kind, email, name, currency,
        subtotal, tax_amount, total, one_time_offer_count, stripe_account_id, created_at, paid_at, customer_id)
      select uuidv7(), seller_id, ${some}, 'some-' || idempotency_key, '', 'paid', 'order', email, name, 'usd', 1, 0, 1, 0,
        'acct', paid_at, paid_at, customer_id
      from (select *, split_part(idempotency_key, '-', 2)::int as n from purchases where seller_id = ${sellerId}) numbered
      where n <= 1200 or n % 60 = 0`.execute(filling)
  // Adds renewals to the orders of the latest customers.
  if (isOurs)
    await sql`
      insert into purchases (id, seller_id, form_id, order_id, idempotency_key, fingerprint, status, kind, email, name,
        currency, subtotal, tax_amount, total, one_time_offer_count, stripe_account_id, created_at, paid_at, customer_id)
      select uuidv7(), seller_id, form_id, id, 'again-' || again || idempotency_key, '', 'paid', 'renewal', email, name, 'usd',
        1, 0, 1, 0, 'acct', paid_at, paid_at, customer_id
      from purchases cross join generate_series(1, 5) again
      where form_id = ${common}`.execute(filling)
  await sql`
    insert into subscriptions (id, order_id, seller_id, stripe_account_id, title, billing_interval, billing_period,
      cancel_after, currency, subtotal, tax_amount, total, status)
    select uuidv7(), purchases.id, seller_id, 'acct', '', 1, 'Monthly', 0, 'usd', 1, 0, 1,
      (array['active', 'trialing', 'canceled'])[1 + split_part(idempotency_key, '-', 2)::int / 3 % 3]
    from purchases
    where seller_id = ${sellerId} and form_id in (${common}, ${old}) and order_id is null`.execute(filling)
}

/** All matching customers in the order of the list, found with a simple statement. */
async function allOf({ bought, notBought, subscription }: Partial<SoughtCustomers>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from customers where seller_id = ${scope.sellerId} and merged_into is null and erased_at is null
      and (${bought ?? null}::uuid is null or id in (select customer_id from purchases where form_id = ${bought ?? null}))
      and (${notBought ?? null}::uuid is null or id not in (
        select customer_id from purchases where form_id = ${notBought ?? null}))
      and (${subscription ?? null}::text is null or id in (
        select customer_id from purchases join subscriptions on subscriptions.order_id = purchases.id
        where subscriptions.status in ('active', 'trialing')))
    order by first_paid_at desc, id desc`.execute(db)
  return rows.map(({ id }) => id)
}

const cases: Readonly<
  Record<string, { readonly sought: Partial<SoughtCustomers>; readonly isMany: boolean }>
> = {
  'a form that many bought': { sought: { bought: common }, isMany: true },
  'a form that only the first customers bought': { sought: { bought: old }, isMany: false },
  'a form that some of the latest customers bought': { sought: { bought: some }, isMany: true },
  'a form that few bought': { sought: { bought: rare }, isMany: false },
  'a form without buyers': { sought: { bought: newId() }, isMany: false },
  'a subscription': { sought: { subscription: 'active' }, isMany: true },
  'a form and a subscription': { sought: { bought: common, subscription: 'active' }, isMany: true },
  'one form but not another': { sought: { bought: common, notBought: old }, isMany: false },
}

test.for(Object.entries(cases))(
  'every page of customers with %s is complete and correct',
  async ([, { sought, isMany }]) => {
    const all = await allOf(sought)
    const asked = { ...nothing, ...sought }
    const first = { scope, sought: asked, mayHave: isShown, end: 11 }
    expect((await amongLatest(db, first)) !== undefined).toBe(isMany)
    const page = async (before: string | undefined, offset = 0, limit = 11) =>
      (await listCustomers(db, { scope, sought: asked, before, limit, offset })).map(({ id }) => id)

    const ends = [0, 1, 20, 190, all.length - 12, all.length - 1]
    for (const end of ends.filter((index) => index >= 0 && index < all.length)) {
      expect(await page(all[end])).toEqual(all.slice(end + 1, end + 12))
      expect(await page(undefined, end)).toEqual(all.slice(end, end + 11))
    }
    expect(await page(undefined, 0, 500)).toEqual(all.slice(0, 500))
  },
)

test('listing a popular form’s customers reads little more than one page', async () => {
  const sought = { ...nothing, bought: common }
  const before = await rowsRead()
  await listCustomers(db, { scope, sought, before: undefined, limit: 11, offset: 0 })

  expect((await rowsRead()) - before).toBeLessThan(3_500)
})

test('listing customers of a form without recent sales does not read recent customers’ purchases', async () => {
  const sought = { ...nothing, bought: old }
  const before = await rowsRead()
  await listCustomers(db, { scope, sought, before: undefined, limit: 11, offset: 0 })

  // A search among all purchases reads the table only once.
  expect((await rowsRead()) - before).toBeLessThan(14_000)
})

/** The number of purchase rows read so far from the table or its indexes. */
async function rowsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select (sum(seq_tup_read) + sum(idx_tup_read))::bigint as count from (
      select seq_tup_read, 0 as idx_tup_read from pg_stat_user_tables where relname = 'purchases'
      union all
      select 0, idx_tup_read from pg_stat_user_indexes where relname = 'purchases'
    ) counted`.execute(db)
  return rows[0]?.count ?? 0
}
