import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { createTestDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { missingDays, readSums } from '../dashboard/rollups.ts'
import { nothingSought, type SoughtSales } from './conditions.ts'
import { sumSoughtSales, readDayRollups } from './sum-sales.ts'

const hour = 3_600_000
/** Covers more time than the purchases do. */
const rolledUpWeeks = 8
const seller = newId()
const scope = { sellerId: seller, user: undefined, role: undefined }

let database: TestDatabase
let db: Kysely<Database>
/** Midnight UTC by the database's clock. */
let today: number

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: pino({ enabled: false }), maxConnections: 1 })
  const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
  today = Math.floor((rows[0]?.now.getTime() ?? 0) / (24 * hour)) * 24 * hour
  await fill()
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Adds purchases over forty days in every status, kind and currency. A few are refunded or disputed. */
async function fill(): Promise<void> {
  await db.insertInto('sellers').values({ id: seller, name: 'A seller' }).execute()
  await sql`
    insert into forms (id, seller_id, name, title, description, video, amount, currency, price_type,
      billing_interval, billing_period, cancel_after, button_text, button_text_color, theme_color)
    values (${seller}, ${seller}, 'form', 'Course', '', 'https://youtu.be/x', 4900, 'usd', 'OneTimePrice', 1, 'Daily', 0,
      'Pay', '#fff', '#7F1CCF')`.execute(db)
  const order = newId()
  await sql`
    insert into purchases (id, seller_id, form_id, idempotency_key, fingerprint, status, kind, order_id, email, name,
      currency, subtotal, tax_amount, total, one_time_offer_count, stripe_account_id, created_at, paid_at)
    select case n when 0 then ${order}::uuid else uuidv7() end, ${seller}, ${seller}, 'key-' || n, '', status,
      case when n = 0 or n % 5 > 2 then 'order' else (array['renewal', 'offer', 'payoff'])[1 + n % 5] end,
      case when n = 0 or n % 5 > 2 then null else ${order}::uuid end, n || '@example.com', 'Bea',
      (array['usd', 'eur', 'usd', 'jpy'])[1 + n % 4], 100 + n, 1, 101 + n, 0, 'acct', at,
      case when status in ('paid', 'refunded', 'partially_refunded') then at + interval '90 minutes' end
    from (
      select n, ${new Date(today)}::timestamptz - n * interval '7 hours' as at,
        (array['paid', 'paid', 'refunded', 'failed', 'partially_refunded', 'paid', 'canceled'])[1 + n % 7] as status
      from generate_series(0, 136) n
    ) numbered`.execute(db)
  await sql`
    insert into refunds (id, purchase_id, idempotency_key, requested_by, status, amount, tax_amount, created_at)
    select uuidv7(), purchases.id, tries.status, 'seller', tries.status,
      case purchases.status when 'refunded' then total else 7 end, 0, paid_at + interval '3 days'
    from purchases cross join (values ('succeeded'), ('failed')) tries (status)
    where purchases.status in ('refunded', 'partially_refunded')`.execute(db)
  await sql`
    insert into disputes (id, seller_id, purchase_id, status, reason, amount, currency, created_at, updated_at)
    select 'dp_' || id, seller_id, id, (array['lost', 'won', 'needs_response', 'warning_closed'])[1 + total % 4], 'fraudulent',
      total, currency, paid_at, paid_at
    from purchases where paid_at is not null and total % 3 = 0`.execute(db)
}

/** Rolls up like the job but without pauses. */
async function rollUp(): Promise<void> {
  for (const week of (await missingDays(db, seller)).slice(0, rolledUpWeeks))
    await readSums(db, db, seller, week)
}

const at = (days: number, hours = 0) => new Date(today - days * 24 * hour + hours * hour)

const spansOf = (): Pick<SoughtSales, 'since' | 'until'>[] => [
  { since: at(30), until: at(20) },
  // Time zones east and west of UTC.
  { since: at(30, -5.5), until: at(3, -5.5) },
  { since: at(39, 8), until: at(12, 8) },
  // A time span that has not ended, two days and some hours, and a span longer than the sales.
  { since: at(16), until: null },
  { since: at(11, -3), until: at(9, 4) },
  { since: at(50), until: at(5) },
]

const narrowed: readonly Partial<SoughtSales>[] = [
  {},
  { status: 'sold' },
  { currency: 'eur' },
  { currency: 'jpy', status: 'sold' },
  { currency: 'gbp' },
]

test('day rollups plus the remaining rows add up to all rows', async () => {
  const all = spansOf().flatMap((span) => narrowed.map((more) => ({ ...nothingSought, ...span, ...more })))
  const sumAll = async () => {
    const sums = []
    for (const sought of all) sums.push(await sumSoughtSales(db, scope, sought))
    return sums
  }
  const ofRows = await sumAll()
  await rollUp()

  for (const sought of all) expect(await readDayRollups(db, scope, sought)).toBeDefined()
  expect(await sumAll()).toEqual(ofRows)
  expect(ofRows[0]).toMatchObject([{ currency: 'usd' }, { currency: 'eur' }, { currency: 'jpy' }])
  expect(ofRows.flat().filter((total) => total !== null && total.returned > 0).length).toBeGreaterThan(20)

  // A changed day's rollup is dropped, and later rollups are not used.
  const sold = await db
    .selectFrom('purchases')
    .select('id')
    .where('status', '=', 'paid')
    .where('paidAt', '<', at(13))
    .where('paidAt', '>', at(14))
    .executeTakeFirstOrThrow()
  await db.updateTable('purchases').set({ subtotal: 1_000, total: 1_001 }).where('id', '=', sold.id).execute()
  const changed = await sumAll()
  expect(changed).not.toEqual(ofRows)
  await db.deleteFrom('salesSums').where('sellerId', '=', seller).execute()
  expect(changed).toEqual(await sumAll())
})

const notTold: readonly Partial<SoughtSales>[] = [
  { q: 'bea' },
  { form: seller },
  { form: seller, price: seller },
  { customer: newId() },
  { kind: 'renewal' },
  { subscription: 'active' },
  { status: 'paid' },
  { status: 'failed' },
  { status: 'returned' },
  { status: 'disputed' },
  { since: null },
]

test('filters other than days, currency and sold status read the rows instead of rollups', async () => {
  await rollUp()
  const sought = { ...nothingSought, since: at(30), until: at(20) }

  expect(await readDayRollups(db, scope, sought)).toBeDefined()
  for (const narrowing of notTold) {
    expect(await readDayRollups(db, scope, { ...sought, ...narrowing })).toBeUndefined()
  }
  expect(await readDayRollups(db, { ...scope, sellerId: null }, sought)).toBeUndefined()
})
