// @module-tag long fills a shop with hundreds of forms
import { sql, type Kysely, type KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, openDatabase } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { createTestDatabase, fillDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { countWaiting } from '#foundation/db/test-waiting.ts'
import { compareRollups } from './compare-rollups.ts'
import { removeDropped } from './form-rollups.ts'
import { missingDays, readSums } from './rollups.ts'
import type { Range } from './dashboard-wire.ts'
import { readDashboard } from './read-dashboard.ts'

const alarms: string[] = []
const log = pino({ level: 'error' }, { write: (line) => void alarms.push(line) })

let database: TestDatabase
let db: Kysely<Database>
/** The database's clock decides what is in the past. */
let now: Date
let sellerId: string

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log, maxConnections: 4 })
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  now = rows[0]?.now ?? new Date(0)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  sellerId = newId()
  alarms.length = 0
  await db.insertInto('sellers').values({ id: sellerId, name: 'A seller with many forms' }).execute()
  await sql`
    insert into forms (id, seller_id, name, title, description, video, amount, currency, price_type,
      billing_interval, billing_period, cancel_after, button_text, button_text_color, theme_color)
    select gen_random_uuid(), ${sellerId}, n, 'Course ' || n, 'Course', 'https://youtu.be/x', 4900, 'usd', 'OneTimePrice', 1,
      'Daily', 0, 'Pay', '#fff', '#7F1CCF'
    from generate_series(1, 300) n`.execute(db)
})

/**
 * Sells on each of the last `days`. The higher `steep` is, the more the first forms sell. At 1, all forms sell equally.
 */
async function sell(days: number, aDay: number, steep: number): Promise<void> {
  await fillDatabase(database.url, async (filling) => {
    await sql`
    insert into purchases (id, seller_id, form_id, idempotency_key, fingerprint, status, kind, email, name, currency,
      subtotal, tax_amount, total, one_time_offer_count, stripe_account_id, created_at, paid_at)
    select gen_random_uuid(), ${sellerId}, forms.id, gen_random_uuid(), '', 'paid', 'order', 'b@example.com', 'Bea',
      case when n % 5 = 0 then 'eur' else 'usd' end, 100 + n % 7, 0, 100 + n % 7, 0, 'acct', at, at
    from (
      select n, ${now}::timestamptz - n * interval '1 day' / ${aDay}::int as at,
        1 + floor(300 * ((hashint8extended(n, 5) & 65535) / 65536.0) ^ ${steep}::numeric)::int as form
      from generate_series(1, ${days * aDay}) n
    ) sales join forms on forms.seller_id = ${sellerId} and forms.name = form::text`.execute(filling)
  })
}

const read = (range: Range, zone = 'UTC') =>
  readDashboard({ db, clock: { now: () => now } }, sellerId, { range, zone })

/** The forms with the most orders, counted from the purchases. */
async function countedForms(range: Range, zone: string) {
  const { from } = await read(range, zone)
  const { rows } = await sql<{ id: string; orders: number; gross: { currency: string; total: number }[] }>`
    select id, sum(orders)::int as orders, jsonb_agg(jsonb_build_object('currency', currency, 'total', gross) order by currency) as gross
    from (
      select form_id as id, currency, count(*) as orders, sum(total) as gross from purchases
      where seller_id = ${sellerId} and paid_at >= ${new Date(from)} and paid_at <= ${now} group by 1, 2
    ) sold group by id order by 2 desc, id limit 10`.execute(db)
  return rows
}

const shownForms = async (range: Range, zone: string) =>
  (await read(range, zone)).forms.map(({ id, orders, gross }) => ({ id, orders, gross }))

/** Rolls up like the job but without pauses. */
async function rollUpLatest(): Promise<void> {
  for (const week of (await missingDays(db, sellerId)).slice(0, 9)) await readSums(db, db, sellerId, week)
}

test.for([
  ['with clear best sellers', 3],
  ['with equal sales', 1],
] as const)('the overview of hundreds of forms %s shows the ten best sellers', async ([, steep]) => {
  await sell(60, 200, steep)
  await rollUpLatest()
  const { rows } = await sql<{ wide: boolean }>`
      select bool_or(not (leaders -> 'areAll')::boolean) as wide from sales_sums where seller_id = ${sellerId}`.execute(
    db,
  )
  expect(rows[0]?.wide).toBe(true)

  for (const zone of ['UTC', 'Asia/Kolkata']) {
    for (const range of zone === 'UTC' ? (['30d'] as const) : (['7d', '12m'] as const)) {
      const counted = await countedForms(range, zone)
      expect(await shownForms(range, zone)).toEqual(counted)
      // By now the time span is rolled up.
      expect(await shownForms(range, zone)).toEqual(counted)
    }
  }
  // A payment that Stripe reports late.
  await sql`
      update purchases set form_id = (select id from forms where seller_id = ${sellerId} and name = '300'), price_id = null
      where id in (select id from purchases where seller_id = ${sellerId} and paid_at < now() - interval '20 days'
        order by paid_at desc limit 800)`.execute(db)
  for (const range of ['30d', '12m'] as const) {
    expect(await shownForms(range, 'Asia/Kolkata')).toEqual(await countedForms(range, 'Asia/Kolkata'))
  }
})

test('a month with very many forms is read from day rollups', async () => {
  await sell(40, 200, 3)
  await rollUpLatest()
  const first = await read('12m', 'Asia/Kolkata')
  const { rows } = await sql<{ days: number }>`
    select max(extract(epoch from ends - begins) / 86400)::float8 as days from sales_sums
    where seller_id = ${sellerId} and jsonb_array_length(sums -> 'sales') > 100`.execute(db)

  expect(rows[0]?.days).toBeLessThanOrEqual(1)
  expect(await read('12m', 'Asia/Kolkata')).toEqual(first)
})

test('a month with many forms is rolled up by day, even if each day has few', async () => {
  await sell(75, 20, 1)
  const first = await shownForms('12m', 'Asia/Kolkata')
  const { rows } = await sql<{ wide: number; ids: string[] }>`
    select count(*) filter (where jsonb_array_length(sums -> 'sales') > 100) as wide, array_agg(id) as ids
    from sales_sums where seller_id = ${sellerId}`.execute(db)
  const again = await shownForms('12m', 'Asia/Kolkata')
  const rollups = await db.selectFrom('salesSums').select('id').where('sellerId', '=', sellerId).execute()

  expect(rows[0]?.wide).toBe(0)
  expect(first).toEqual(await countedForms('12m', 'Asia/Kolkata'))
  expect(again).toEqual(first)
  // The stored rollups are read, and no new ones are made.
  expect(rollups).toHaveLength(rows[0]?.ids.length ?? 0)
})

test('the overview is a consistent snapshot while past sales change', async () => {
  await sell(20, 150, 1)
  const right = await read('30d')
  let looks = 0
  const drops: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => 'totals' in row)) {
        looks += 1
        await sql`
          delete from sales_sums where id = (select max(id) from sales_sums where seller_id = ${sellerId})`.execute(
          db,
        )
      }
      return result
    },
  }
  let told = (): void => undefined
  const isHeld = new Promise<void>((resolve) => (told = resolve))
  let drop = (): void => undefined
  const isDue = new Promise<void>((resolve) => (drop = resolve))
  const change = inTransaction(db, async (tx) => {
    await sql`lock table form_sums in access exclusive mode`.execute(tx)
    told()
    await isDue
    await tx.deleteFrom('salesSums').where('sellerId', '=', sellerId).execute()
  })
  await isHeld
  const source = db.withPlugin(drops)
  const reading = readDashboard(
    { db, clock: { now: () => now } },
    sellerId,
    { range: '30d', zone: 'UTC' },
    source,
  )
  await expect.poll(() => countWaiting(db)).toBeGreaterThan(0)
  drop()
  await change

  expect(await reading).toEqual(right)
  expect(looks).toBe(1)
})

/** The number of rows by form that differ from their rollup, and of rows without one. */
async function strays() {
  const { rows } = await sql<{ wrong: number; without: number }>`
    select (
      select count(*) from sales_sums kept cross join lateral (
        select from forms_of_sums(kept.sums) as named
        full join (select * from form_sums where sum_id = kept.id) as present using (form_id)
        where (named.orders, named.views, named.by_price) is distinct from (present.orders, present.views, present.by_price)
      ) differing
    ) as wrong, (select count(*) from form_sums where sum_id not in (select id from sales_sums)) as without`.execute(
    db,
  )
  return rows[0]
}

test('a rollup stored by an older process also gets rows by form', async () => {
  await sell(2, 150, 1)
  await read('7d')
  // An older process knows only these columns.
  await sql`
    with kept as (delete from sales_sums where seller_id = ${sellerId} returning seller_id, begins, ends, sums)
    insert into sales_sums (seller_id, begins, ends, sums) select seller_id, begins - interval '1 second', ends, sums from kept`.execute(
    db,
  )
  expect(await strays()).toMatchObject({ wrong: 0 })
})

test('only a dropped rollup’s rows are removed', async () => {
  await sell(5, 150, 1)
  await read('30d')
  await sql`update purchases set total = total + 1, subtotal = subtotal + 1
    where seller_id = ${sellerId} and paid_at < now() - interval '2 days'`.execute(db)
  const left = async () => (await db.selectFrom('droppedSums').select('id').execute()).length
  expect(await left()).toBeGreaterThan(0)
  expect(await strays()).not.toMatchObject({ without: 0 })
  while ((await removeDropped({ db })) > 0);

  expect(await left()).toBe(0)
  expect(await strays()).toEqual({ wrong: 0, without: 0 })
})

test('the comparison finds, drops and reports a wrong row by form', async () => {
  await sell(5, 150, 1)
  const right = await read('30d')
  await sql`
    update form_sums set orders = 999 where (sum_id, form_id) = (
      select sum_id, form_id from form_sums join sales_sums on sales_sums.id = sum_id
      where seller_id = ${sellerId} and orders > 0 limit 1)`.execute(db)
  await sql`update sales_sums set compared_at = ${new Date(0)} where seller_id = ${sellerId}`.execute(db)
  while ((await compareRollups({ db, log, clock: { now: () => now } })) > 0);

  expect(alarms).toEqual([expect.stringContaining(`"seller":"${sellerId}"`)])
  expect(await read('30d')).toEqual(right)
  expect(await strays()).toMatchObject({ wrong: 0 })
})
