import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Clock } from '#foundation/time/clock.ts'
import { createTestDatabase, fillDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { countByForm } from '../by-form/count-by-form.ts'
import { readDashboard } from './read-dashboard.ts'

let database: TestDatabase
let db: Kysely<Database>
const sellers = [newId(), newId()] as const
const now = new Date('2026-11-20T15:00:00Z')
/** How many purchases each of two sellers made in the last two years. With so many, reading them all is slower. */
const purchases = 8_000

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: pino({ enabled: false }), maxConnections: 1 })
  await fillDatabase(database.url, async (filling) => {
    for (const sellerId of sellers) await fill(filling, sellerId)
    await sql`analyze`.execute(filling)
  })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Ten forms with two bumps each. Every fifth purchase is a renewal, and every third order has a bump. */
async function fill(filling: Kysely<unknown>, sellerId: string): Promise<void> {
  await sql`insert into sellers (id, name) values (${sellerId}, 'A seller with many sales')`.execute(filling)
  await sql`
    insert into forms (id, seller_id, name, title, description, video, amount, currency, price_type,
      billing_interval, billing_period, cancel_after, button_text, button_text_color, theme_color)
    select uuidv7(), ${sellerId}, 'form-' || n, 'Course number ' || n, 'Six weeks of light', 'https://youtu.be/x',
      4900, 'usd', 'OneTimePrice', 1, 'Daily', 0, 'Pay', '#fff', '#7F1CCF'
    from generate_series(1, 10) n`.execute(filling)
  await sql`
    insert into bumps (id, seller_id, title, image, description, amount, currency)
    select uuidv7(), ${sellerId}, 'Bump number ' || n, '', '', 900, 'usd' from generate_series(1, 2) n`.execute(
    filling,
  )
  const first = sql`(select id from purchases where seller_id = ${sellerId} and kind = 'order' limit 1)`
  const insert = async (kind: 'order' | 'renewal', count: number) =>
    sql`
      insert into purchases (id, seller_id, form_id, idempotency_key, fingerprint, status, kind, order_id, email, name,
        currency, subtotal, tax_amount, total, one_time_offer_count, stripe_account_id, created_at, paid_at,
        offered_bump_ids)
      select uuidv7(), ${sellerId}, f.ids[1 + n % 10], ${kind} || n, '', case when n % 20 = 0 then 'refunded' else 'paid' end,
        ${kind}, ${kind === 'order' ? sql`null::uuid` : first}, 'buyer-' || n || '@example.com', 'Bea', 'usd', 4000, 900,
        4900, 5, 'acct', at, at, ${kind === 'order' ? sql`b.ids` : sql`null::uuid[]`}
      from (select n, ${now}::timestamptz - n * interval '730 days' / ${count} as at from generate_series(1, ${count}::int) n) s,
        (select array_agg(id) as ids from forms where seller_id = ${sellerId}) f,
        (select array_agg(id) as ids from bumps where seller_id = ${sellerId}) b`.execute(filling)
  await insert('order', purchases * 0.8)
  await insert('renewal', purchases * 0.2)
  await sql`
    insert into purchase_lines (purchase_id, position, kind, bump_id, title, subtotal, tax_amount, total)
    select p.id, s.position, case when position = 0 then 'form' else 'bump' end,
      case when position = 0 then null else offered_bump_ids[1] end, 'A line', 0, 0, 0
    from purchases p, generate_series(0, 1) s (position)
    where seller_id = ${sellerId} and (position = 0 or (kind = 'order' and extract(second from paid_at)::int % 3 = 0))`.execute(
    filling,
  )
  await sql`
    insert into refunds (id, purchase_id, idempotency_key, requested_by, status, amount, tax_amount, created_at)
    select uuidv7(), id, 'key', 'seller', 'succeeded', total, tax_amount, paid_at + interval '1 hour'
    from purchases where seller_id = ${sellerId} and status = 'refunded'`.execute(filling)
  await sql`
    insert into shown_offers (id, seller_id, order_id, position, bump_id, title, description, image, accept_button_text,
      decline_button_text, subtotal, tax_amount, total, shown_at)
    select uuidv7(), seller_id, id, 0, offered_bump_ids[2], 'An offer', '', '', '', '', 0, 0, 0, paid_at
    from purchases where seller_id = ${sellerId} and kind = 'order'`.execute(filling)
  await sql`
    insert into form_views (seller_id, form_id, day, views)
    select ${sellerId}, id, ${now}::date - n, array_fill(10, array[96])
    from forms, generate_series(0, 729) n where seller_id = ${sellerId}`.execute(filling)
}

test.for(['today', '30d'] as const)(
  'the overview reads a busy seller’s figures for %s without full scans',
  async (range) => {
    const before = await wholeReads()
    const clock = { now: () => now }
    const numbers = await readDashboard({ db, clock }, sellers[0], { range, zone: 'Europe/Berlin' })

    expect(numbers.currencies[0]?.current.orders).toBeGreaterThan(0)
    expect(await wholeReads()).toEqual(before)
  },
)

test('overview queries are planned for each seller instead of being prepared once', async () => {
  for (let time = 0; time < 5; time += 1) {
    await readDashboard({ db, clock: { now: () => now } }, sellers[0], { range: 'today', zone: 'UTC' })
  }
  const { rows } = await sql`select from pg_prepared_statements
    where statement like any(array['%jsonb_build_object(''sales''%', '%partially_refunded%'])`.execute(db)

  expect(rows).toEqual([])
})

test('each day of views is read only once, even for hourly figures', async () => {
  const before = await viewsRead()
  await readDashboard({ db, clock: { now: () => now } }, sellers[1], {
    range: 'today',
    zone: 'Europe/Berlin',
  })

  // The sums of ten forms for today, for yesterday and for the UTC days in which these two start.
  expect((await viewsRead()) - before).toBeLessThanOrEqual(30)
})

const readAgain = {
  'a page of forms': async (clock: Clock, forms: readonly string[]) => {
    const scope = { sellerId: sellers[0], user: undefined, role: undefined }
    return countByForm({ db, clock }, scope, { zone: 'Europe/Berlin', forms: forms.slice(0, 3) })
  },
  'one form': async (clock: Clock, [form]: readonly string[]) =>
    readDashboard({ db, clock }, sellers[0], { range: '30d', zone: 'Europe/Berlin', form }),
}

test.for(Object.entries(readAgain))(
  'the past days of %s are read from purchases only once',
  async ([, read]) => {
    const { rows } = await sql<{ id: string }>`
    select id from forms where seller_id = ${sellers[0]} order by id`.execute(db)
    const forms = rows.map(({ id }) => id)
    const clock = { now: () => now }
    await read(clock, forms)
    const before = await entriesRead()
    await read(clock, forms)

    // Reads only the sums of today and yesterday, which may not have ended by the database's clock.
    expect((await entriesRead()) - before).toBeLessThan(purchases / 100)
  },
)

/** The number of entries read so far from the purchase indexes. */
async function entriesRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql`
    select sum(idx_tup_read)::bigint as count from pg_stat_user_indexes where relname = 'purchases'`.execute(
    db,
  )
  return z.tuple([z.object({ count: z.number() })]).parse(rows)[0].count
}

async function viewsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql`
    select coalesce(idx_tup_fetch, 0) + seq_tup_read as count from pg_stat_user_tables where relname = 'form_views'`.execute(
    db,
  )
  return z.tuple([z.object({ count: z.number() })]).parse(rows)[0].count
}

/** The number of full scans of each large table so far. */
async function wholeReads() {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql`
    select relname as name, seq_scan as count from pg_stat_user_tables
    where relname in ('purchases', 'shown_offers', 'purchase_lines') order by 1`.execute(db)
  return z.array(z.object({ name: z.string(), count: z.number() })).parse(rows)
}
