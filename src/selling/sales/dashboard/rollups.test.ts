// @module-tag long fills shops with years of sales and changes them thousands of times
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, openDatabase } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { createTestDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { countWaiting } from '#foundation/db/test-waiting.ts'
import { compareRollups } from './compare-rollups.ts'
import { rollUpAhead, rollUpWeeks } from './roll-up-ahead.ts'
import { ranges, type Dashboard, type Range } from './dashboard-wire.ts'
import { sumCells } from './rollups.ts'
import { readDashboard } from './read-dashboard.ts'

const alarms: string[] = []
const log = pino({ level: 'error' }, { write: (line) => void alarms.push(line) })
const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York', 'Pacific/Auckland']

let database: TestDatabase
let db: Kysely<Database>
/** The database's clock decides what is in the past. */
let now: Date
let sellerId: string
let forms: string[]
let bumps: string[]

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
  forms = [newId(), newId(), newId()]
  bumps = [newId(), newId()]
  alarms.length = 0
  await db.insertInto('sellers').values({ id: sellerId, name: 'A seller' }).execute()
  await insertForms(forms)
  await sql`
    insert into bumps (id, seller_id, title, image, description, amount, currency)
    select id, ${sellerId}, 'Bump', '', '', 900, 'usd' from unnest(${bumps}::uuid[]) id`.execute(db)
})

const insertForms = (ids: readonly string[]) =>
  sql`
    insert into forms (id, seller_id, name, title, description, video, amount, currency, price_type,
      billing_interval, billing_period, cancel_after, button_text, button_text_color, theme_color)
    select id, ${sellerId}, id, 'Course', '', 'https://youtu.be/x', 4900, 'usd', 'OneTimePrice', 1, 'Daily', 0, 'Pay',
      '#fff', '#7F1CCF'
    from unnest(${ids}::uuid[]) id`.execute(db)

const read = (range: Range = '12m', zone = 'UTC') =>
  readDashboard({ db, clock: { now: () => now } }, sellerId, { range, zone })

const listRollups = () =>
  db.selectFrom('salesSums').selectAll().where('sellerId', '=', sellerId).orderBy('begins').execute()

const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

type Sale = { readonly id?: string; readonly paidAt?: Date | null; readonly total?: number }

async function sell(
  { id = newId(), paidAt = daysAgo(40), total = 100 }: Sale = {},
  tx = db,
): Promise<string> {
  await insertPurchase(tx, { id, paidAt, total })
  return id
}

async function insertPurchase(
  tx: Kysely<Database>,
  row: {
    readonly id: string
    readonly paidAt: Date | null
    readonly total: number
    readonly orderId?: string
    readonly kind?: 'offer' | 'renewal'
    readonly form?: string
    readonly currency?: string
    readonly createdAt?: Date
  },
): Promise<void> {
  const { id, paidAt, total, kind, orderId = null, form = forms[0], currency = 'usd', createdAt = null } = row
  await sql`
    insert into purchases (id, seller_id, form_id, idempotency_key, fingerprint, status, kind, order_id, email, name,
      currency, subtotal, tax_amount, total, one_time_offer_count, stripe_account_id, created_at, paid_at, offered_bump_ids)
    values (${id}, ${sellerId}, ${form}, ${id}, '', ${paidAt === null ? 'failed' : 'paid'}, ${kind ?? 'order'},
      ${orderId}, ${`${id}@example.com`}, 'Bea', ${currency}, ${total - 1}, 1, ${total}, 0, 'acct',
      ${createdAt ?? paidAt ?? now}, ${paidAt}, ${kind === undefined ? bumps : null})`.execute(tx)
}

const grossOf = ({ currencies }: Dashboard) => currencies.map(({ current }) => current.gross)

test('only time spans that have ended are rolled up', async () => {
  await sell()
  await sell({ paidAt: now })
  const first = await read()
  const rollups = await listRollups()

  expect(grossOf(first)).toEqual([200])
  expect(rollups.length).toBeGreaterThan(20)
  expect(rollups.every(({ ends }) => ends.getTime() <= now.getTime() - 3_600_000)).toBe(true)
  expect(await read()).toEqual(first)
})

test('a busy seller’s days are rolled up in advance and make up months in any time zone', async () => {
  for (const days of [0, 1, 40, 41, 300, 301, 500]) await sell({ paidAt: daysAgo(days), total: 100 + days })
  const zone = 'Asia/Kolkata'
  const right = await read('12m', zone)
  await db.deleteFrom('salesSums').where('sellerId', '=', sellerId).execute()
  expect(await rollUpAhead({ db }, { least: 1_000_000 })).toBe(0)
  expect(await rollUpAhead({ db }, { least: 7 })).toBeGreaterThan(0)
  await rollUpWeeks(db, sellerId, 200)
  expect((await listRollups()).length).toBeGreaterThan(720)

  expect(await read('12m', zone)).toEqual(right)
  const rollups = await listRollups()
  await sell({ paidAt: daysAgo(300), total: 7 })
  // The zone's month and the UTC day.
  expect(await listRollups()).toHaveLength(rollups.length - 2)
  expect(grossOf(await read('12m', zone))).toEqual(grossOf(right).map((gross) => gross + 7))
})

test('only the shown forms are read from day rollups, with newer sales added', async () => {
  const many = Array.from({ length: 14 }, newId)
  await insertForms(many)
  const sellTimes = async (form: string | undefined, count: number, paidAt: Date, currency = 'usd') => {
    for (let time = 0; time < count; time += 1) {
      await insertPurchase(db, { id: newId(), paidAt, total: 100 + count, form: form ?? '', currency })
    }
  }
  // Including today's sales, the form with the fewest earlier sales has the most. The second form sold only today.
  for (const [index, form] of many.entries()) {
    await sellTimes(
      form,
      index === 1 ? 0 : 1 + Math.min(index % 7, 3),
      daysAgo(3 + index),
      index % 2 === 0 ? 'usd' : 'eur',
    )
  }
  await sellTimes(many[0], 6, now)
  await sellTimes(many[1], 2, now)
  await sql`
    insert into form_views (seller_id, form_id, day, views)
    select ${sellerId}, id, ${daysAgo(2)}::date, array_fill(number::int, array[96])
    from unnest(${many}::uuid[]) with ordinality as form (id, number)`.execute(db)
  const first = await read('30d')
  const { rows } = await sql<{ named: number }>`
    select count(*) as named from sales_sums, jsonb_array_elements((totals -> 'sales') || (totals -> 'views')) as row
    where seller_id = ${sellerId} and row ->> 'id' <> ''`.execute(db)

  expect(rows).toEqual([{ named: 0 }])
  expect(first.forms.map(({ orders }) => orders)).toEqual([7, 4, 4, 4, 4, 4, 4, 4, 4, 3])
  expect(first.forms[0]).toMatchObject({ id: many[0], views: 96, gross: [{ currency: 'usd', total: 737 }] })
  expect(await read('30d')).toEqual(first)
})

test('a sale paid now does not mark rollups as changed', async () => {
  await sell()
  await read()
  const marks = () => db.selectFrom('salesChanges').select('mark').where('sellerId', '=', sellerId).execute()
  const before = await marks()
  const id = await sell({ paidAt: null })
  await db.updateTable('purchases').set({ paidAt: now, status: 'paid' }).where('id', '=', id).execute()

  expect(await marks()).toEqual(before)
})

test('a trial starts counting with its first payment, even on a day already rolled up', async () => {
  await sql`
    insert into subscriptions (id, order_id, seller_id, stripe_account_id, title, billing_interval, billing_period,
      cancel_after, currency, subtotal, tax_amount, total, billing_cycle_anchor, trial_days, status)
    values (${newId()}, ${await sell()}, ${sellerId}, 'acct', '', 1, 'Monthly', 0, 'usd', 1, 0, 1, ${daysAgo(40)}, 14,
      'active')`.execute(db)
  const started = async () => (await read()).subscriptions.started
  expect(await started()).toBe(0)
  await db.updateTable('subscriptions').set({ paidCycles: 1 }).where('sellerId', '=', sellerId).execute()
  expect(await started()).toBe(1)
})

test('a total that misses an uncommitted change is not stored', async () => {
  // This change is in the first month read, which is summed while storing waits for the change.
  const id = await sell({ paidAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 23, 2)) })
  let told = (): void => undefined
  const isChanged = new Promise<void>((resolve) => (told = resolve))
  let finish = (): void => undefined
  const isRead = new Promise<void>((resolve) => (finish = resolve))
  const change = inTransaction(db, async (tx) => {
    await tx.updateTable('purchases').set({ subtotal: 499, total: 500 }).where('id', '=', id).execute()
    told()
    await isRead
  })
  await isChanged
  const reading = read()
  await expect.poll(() => countWaiting(db)).toBe(1)
  finish()
  await Promise.all([change, reading])

  expect((await reading).currencies.map(({ previous }) => previous.gross)).toEqual([100])
  expect((await read()).currencies.map(({ previous }) => previous.gross)).toEqual([500])
})

test('the comparison finds, drops and reports a wrong rollup', async () => {
  await sell()
  const right = await read()
  await sql`update sales_sums set compared_at = ${daysAgo(8)} where seller_id = ${sellerId}`.execute(db)
  const due = (await listRollups()).length
  const services = { db, log, clock: { now: () => now } }
  let compared = 0
  for (let found = 0; (found = await compareRollups(services)) > 0;) compared += found
  expect(compared).toBeGreaterThanOrEqual(due)
  expect(alarms).toEqual([])

  await sql`
    update sales_sums set compared_at = ${daysAgo(8)}, sums = jsonb_set(sums, '{sales,0,gross}', '777')
    where seller_id = ${sellerId} and sums -> 'sales' <> '[]'`.execute(db)
  expect(grossOf(await read())).toEqual([777])
  while ((await compareRollups(services)) > 0);

  expect(alarms).toEqual([expect.stringContaining(`"seller":"${sellerId}"`)])
  expect(await read()).toEqual(right)
})

/** Repeatable random numbers from a linear congruential generator. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('after thousands of random changes every rollup matches its rows', async () => {
  const random = numbersFrom(7)
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[random(from.length)]
    if (picked === undefined) throw new RangeError('Nothing to pick from')
    return picked
  }
  // Mostly recent changes, so that they often affect rollups.
  const time = () => daysAgo(random(10) === 0 ? random(740_000) / 1_000 : random(70_000) / 1_000)
  const orders: string[] = []
  const tried: string[] = []
  const refunds: string[] = []
  const run = async (statement: RawBuilder<unknown>) => void (await statement.execute(db))
  const changes: readonly (() => Promise<void>)[] = [
    async () => {
      const id = newId()
      const paidAt = random(3) === 0 ? null : time()
      await insertPurchase(db, {
        id,
        paidAt,
        total: 1 + random(900),
        form: pick(forms),
        currency: pick(['usd', 'jpy']),
        createdAt: time(),
      })
      orders.push(id)
      await run(sql`
        insert into purchase_lines (purchase_id, position, kind, bump_id, title, subtotal, tax_amount, total)
        values (${id}, 0, 'form', null, '', 0, 0, 0), (${id}, 1, 'bump', ${pick(bumps)}, '', 0, 0, 0)`)
    },
    async () => {
      const id = newId()
      const paidAt = random(2) === 0 ? null : time()
      const isOffer = random(2) === 0
      const kind = isOffer ? 'offer' : 'renewal'
      const orderId = pick(orders)
      await insertPurchase(db, { id, paidAt: isOffer ? paidAt : time(), total: 50, kind, orderId })
      if (!isOffer) return
      tried.push(id)
      await run(sql`
        insert into shown_offers (id, seller_id, order_id, position, bump_id, title, description, image,
          accept_button_text, decline_button_text, subtotal, tax_amount, total, shown_at, purchase_id)
        values (${newId()}, ${sellerId}, ${orderId}, 0, ${pick(bumps)}, '', '', '', '', '', 0, 0, 0, ${time()}, ${id})
        on conflict do nothing`)
    },
    async () =>
      run(sql`update purchases set paid_at = ${time()}, status = 'paid' where id = ${pick(orders)}`),
    async () => {
      if (tried.length === 0) return
      await run(sql`update purchases set paid_at = ${time()}, status = 'paid' where id = ${pick(tried)}`)
    },
    async () => run(sql`update purchases set form_id = ${pick(forms)} where id = ${pick(orders)}`),
    async () =>
      run(
        sql`update purchase_lines set bump_id = ${pick(bumps)} where purchase_id = ${pick(orders)} and kind = 'bump'`,
      ),
    async () => {
      const id = newId()
      const requestedBy = pick(['seller', 'buyer'])
      const status = pick(['pending', 'succeeded'])
      const purchase = pick(random(2) === 0 && tried.length > 0 ? tried : orders)
      refunds.push(id)
      await run(sql`
        insert into refunds (id, purchase_id, idempotency_key, requested_by, status, amount, tax_amount, created_at)
        values (${id}, ${purchase}, ${id}, ${requestedBy}, ${status}, 10, 1, ${time()})`)
    },
    async () => {
      if (refunds.length === 0) return
      await run(sql`update refunds set status = ${pick(['succeeded', 'failed'])} where id = ${pick(refunds)}`)
    },
    async () => {
      const quarter = 1 + random(96)
      await run(sql`
        insert into form_views (seller_id, form_id, day, views)
        values (${sellerId}, ${pick(forms)}, ${time()}::timestamptz::date,
          array_fill(0, array[${quarter}::int - 1]) || 1 || array_fill(0, array[96 - ${quarter}::int]))
        on conflict (seller_id, day, form_id) do update set views[${sql.lit(quarter)}] = form_views.views[${sql.lit(quarter)}] + 1`)
    },
    async () => {
      await run(sql`
        insert into subscriptions (id, order_id, seller_id, stripe_account_id, title, billing_interval, billing_period,
          cancel_after, currency, subtotal, tax_amount, total, billing_cycle_anchor, trial_days)
        values (${newId()}, ${pick(orders)}, ${sellerId}, 'acct', '', 1, 'Monthly', 0, 'usd', 1, 0, 1, ${time()},
          ${pick([0, 14])})
        on conflict (order_id) do update set ended_at = ${time()}`)
    },
    async () => run(sql`update subscriptions set paid_cycles = 1 where order_id = ${pick(orders)}`),
    async () =>
      run(sql`
        update subscriptions set status = ${pick(['active', 'canceled', 'incomplete_expired'])}
        where order_id = ${pick(orders)}`),
    async () => run(sql`delete from refunds where id = ${pick([...refunds, newId()])}`),
  ]
  await changes[0]?.()
  for (let turn = 0; turn < 2_000; turn += 1) {
    if (turn % 100 === 0) await read(pick(ranges), pick(zones))
    // After that, months are made up of days.
    if (turn % 500 === 0) await rollUpWeeks(db, sellerId, 5)
    await pick(changes)()
  }

  const rollups = await listRollups()
  const cells = rollups.map((row) => ({ ...row, begins: row.begins.getTime(), ends: row.ends.getTime() }))
  expect(rollups.length).toBeGreaterThan(100)
  for await (const summed of sumCells(db, { sellerId }, cells)) {
    for (const { cell, sums } of summed) expect(cell.sums).toEqual(sums)
  }
})
