import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { createTestDatabase, fillDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { listSales } from '../store.ts'
import { nothingSought, type SoughtSales } from './conditions.ts'

let database: TestDatabase
let db: Kysely<Database>
const sellers = [newId(), newId()] as const
const scope = { sellerId: sellers[0], user: undefined, role: undefined }
/** The prefix of a seller's payment ids. */
const intentOf = (sellerId: string) => sellerId.replaceAll('-', '')
/** How many purchases each of two sellers made. With so many, reading them all is slower. */
const purchases = 10_000
/** Two of the seller's prices. Half of the purchases have neither. */
const commonPrice = newId()
const rarePrice = newId()
/** The most rows that may be read from the table and its indexes for a page. */
const mostRead = purchases / 8

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
 * Adds twenty forms, one of them rarely bought. Rare purchases are old, so a scan that starts with the newest finds
 * them late.
 */
async function fill(filling: Kysely<unknown>, sellerId: string): Promise<void> {
  await sql`insert into sellers (id, name) values (${sellerId}, 'A seller with many sales')`.execute(filling)
  await sql`
    insert into forms (id, seller_id, name, title, description, video, amount, currency, price_type,
      billing_interval, billing_period, cancel_after, button_text, button_text_color, theme_color)
    select uuidv7(), ${sellerId}, 'form-' || n, 'Course number ' || n, 'Six weeks of light', 'https://youtu.be/x',
      4900, 'usd', 'OneTimePrice', 1, 'Daily', 0, 'Pay', '#fff', '#7F1CCF'
    from generate_series(1, 20) n`.execute(filling)
  const order = newId()
  await sql`
    insert into purchases (id, seller_id, form_id, price_id, idempotency_key, fingerprint, status, kind, order_id, email, name,
      currency, subtotal, tax_amount, total, one_time_offer_count, stripe_account_id, payment_intent_id, created_at, paid_at)
    select case n when 1 then ${order}::uuid else uuidv7(at - now()) end, ${sellerId}, forms.ids[case when is_rare then 20 else 1 + n % 19 end],
      case when n % 2500 = 19 then ${rarePrice}::uuid when n % 2 = 0 then ${commonPrice}::uuid end, 'key-' || n, '',
      case when is_rare then 'canceled' when n % 50 = 0 then 'refunded' when n % 31 = 0 then 'failed' else 'paid' end,
      case when is_rare then 'offer' when n % 3 = 0 then 'renewal' else 'order' end,
      case when is_rare or n % 3 = 0 then ${order}::uuid end,
      'buyer-' || n || '@example.com', 'Bea', case when is_rare then 'jpy' else 'usd' end, 4900, 0, 4900, 5, 'acct',
      'pi_' || ${intentOf(sellerId)} || n, at, case when is_rare or n % 31 = 0 and n % 50 > 0 then null else at end
    from (
      select n, n < ${purchases} / 2 and n % 1000 = 7 as is_rare,
        timestamptz '2026-11-20' - (${purchases}::int - n) * interval '730 days' / ${purchases}::int as at
      from generate_series(1, ${purchases}::int) n
    ) numbered, (select array_agg(id order by id) as ids from forms where seller_id = ${sellerId}) forms`.execute(
    filling,
  )
  await sql`
    insert into refunds (id, purchase_id, idempotency_key, requested_by, status, amount, tax_amount, created_at)
    select uuidv7(), id, 'key', 'seller', 'succeeded', total, 0, paid_at + interval '1 hour'
    from purchases where seller_id = ${sellerId} and status = 'refunded'`.execute(filling)
  await sql`
    insert into buyer_details (purchase_id, name, updated_at)
    select id, case when idempotency_key = 'key-500' then 'Aquarell ' else 'Company ' end || idempotency_key, paid_at
    from purchases where seller_id = ${sellerId} and idempotency_key like '%00' and paid_at is not null`.execute(
    filling,
  )
  await sql`
    insert into disputes (id, seller_id, purchase_id, status, reason, amount, currency, created_at, updated_at)
    select 'dp_' || id, seller_id, id, 'lost', 'fraudulent', total, currency, paid_at, paid_at
    from purchases where seller_id = ${sellerId} and idempotency_key like '%99' and paid_at is not null`.execute(
    filling,
  )
}

const days = (since: string, until: string) => ({ since: new Date(since), until: new Date(until) })
const month = days('2025-03-01', '2025-04-01')

const cases: Readonly<Record<string, Partial<SoughtSales>>> = {
  'a frequently bought form': { form: 'common' },
  'a rarely bought form': { form: 'rare' },
  'a frequently chosen price': { form: 'common', price: commonPrice },
  'a rarely chosen price': { form: 'common', price: rarePrice },
  'paid purchases': { status: 'paid' },
  'sold purchases': { status: 'sold' },
  'canceled purchases': { status: 'canceled' },
  orders: { kind: 'order' },
  offers: { kind: 'offer' },
  'the usual currency': { currency: 'usd' },
  'a rare currency': { currency: 'jpy' },
  'a currency without sales': { currency: 'eur' },
  'a month': month,
  'a month before the first sale': days('2020-03-01', '2020-04-01'),
  'a month’s sold purchases': { ...month, status: 'sold' },
  'a month’s failed purchases': { ...month, status: 'failed' },
  'a form in a month': { ...month, form: 'common' },
  'a rare form in a month': { ...month, form: 'rare' },
  'a currency in a month': { ...month, currency: 'usd', status: 'sold' },
  'renewals in a month': { ...month, kind: 'renewal' },
  'a form’s refunded purchases': { form: 'common', status: 'refunded' },
  'a form’s failed purchases': { form: 'common', status: 'failed' },
  'a form’s renewals': { form: 'common', kind: 'renewal' },
  'a form in a currency': { form: 'rare', currency: 'jpy' },
  'refunded renewals': { status: 'refunded', kind: 'renewal' },
  'a currency’s failed purchases': { status: 'failed', currency: 'usd' },
  'an invoice': { q: '20250301-0123ABCD' },
  'a payment': { q: `pi_${intentOf(sellers[0])}77` },
  'a purchase': { q: newId() },
  'a company': { q: 'aquarell' },
}

test.for(Object.entries(cases))('a search for %s does not read all sales', async ([, given]) => {
  const forms = await db
    .selectFrom('forms')
    .select('id')
    .where('sellerId', '=', sellers[0])
    .orderBy('id')
    .execute()
  const form = given.form === undefined ? undefined : forms.at(given.form === 'rare' ? -1 : 0)?.id
  const before = await rowsRead()
  await listSales(db, scope, { q: '', page: 0, limit: 10 }, { ...nothingSought, ...given, form })

  expect((await rowsRead()) - before).toBeLessThan(mostRead)
})

test.for([{}, days('2024-12-01', '2026-11-20')])(
  'the last page after a given sale costs as much as the first',
  async (narrowed) => {
    const sought = { ...nothingSought, ...narrowed }
    const [, last] = await db
      .selectFrom('purchases')
      .select('id')
      .where('sellerId', '=', sellers[0])
      .where('createdAt', '>', new Date('2025-01-01'))
      .orderBy('id')
      .limit(2)
      .execute()
    const before = await rowsRead()
    const rows = await listSales(db, scope, { q: '', page: 1000, limit: 10, before: last?.id }, sought)

    expect((await rowsRead()) - before).toBeLessThan(mostRead)
    expect(rows.length).toBe(11)
    expect(rows.every(({ id }) => id < (last?.id ?? ''))).toBe(true)
  },
)

/** The number of purchase rows read so far from the table or its indexes. */
async function rowsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql`
    select (seq_tup_read + (
      select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'purchases'
    ))::bigint as count
    from pg_stat_user_tables where relname = 'purchases'`.execute(db)
  return z.tuple([z.object({ count: z.number() })]).parse(rows)[0].count
}
