import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { createTestDatabase, fillDatabase, type TestDatabase } from '#foundation/db/test-database.ts'
import { randomFrom } from '#foundation/values/random.ts'
import { cycleStart } from '../payment-calendar.ts'
import { paymentsAhead } from './payments-ahead.ts'
import type { PlannedSum } from './planned-payments.ts'
import { listAhead, sumAhead } from './read-ahead.ts'

/** `SUBSCRIPTIONS` and `SEED` choose more and other subscriptions. */
const count = Number(process.env['SUBSCRIPTIONS'] ?? 600)
const random = randomFrom(Number(process.env['SEED'] ?? 1))
const [minute, day] = [60_000, 86_400_000]
const now = new Date('2026-11-30T15:00:00Z')
const week = 7 * day
const span = { from: now, until: new Date(now.getTime() + 13 * week) }
const sellerId = newId()

let database: TestDatabase
let db: Kysely<Database>

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: pino({ enabled: false }), maxConnections: 2 })
  const rows = Array.from({ length: count }, anySubscription)
  await fillDatabase(database.url, async (filling) => {
    await sql`set session_replication_role = 'replica'`.execute(filling)
    await sql`insert into sellers (id, name) values (${sellerId}, 'A club')`.execute(filling)
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
    await sql`
      insert into subscriptions (${columns})
      select ${columns} from jsonb_populate_recordset(null::subscriptions, ${JSON.stringify(rows)}::jsonb)`.execute(
      filling,
    )
  })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** A subscription in any state, even one that cannot occur. */
function anySubscription() {
  const billingPeriod = random.pick(['Daily', 'Weekly', 'Monthly', 'Monthly', 'Yearly'] as const)
  const billingInterval = 1 + random.below(billingPeriod === 'Daily' ? 20 : 3)
  const cancelAfter = random.chance(0.3) ? 1 + random.below(20) : 0
  const recurrence = { billingPeriod, billingInterval, cancelAfter }
  // Often near a month's end, and at all times of day.
  const begun = Date.UTC(2023, random.below(48), 26 + random.below(7)) + random.below(1440) * minute
  let cycle = random.below(3)
  while (cycleStart(recurrence, begun, cycle) < now.getTime() - 3 * day) cycle += 1
  const end = new Date(
    cycleStart(recurrence, begun, cycle) + (random.chance(0.1) ? random.below(5) * day : 0),
  )
  const total = 500 + random.below(5000)
  const discount = random.chance(0.3) ? 1 + random.below(total - 1) : 0
  const isUnpaid = random.chance(0.1)
  const pauseUntil = random.chance(0.1) ? new Date(end.getTime() + random.below(40) * day) : null
  const other = { id: newId(), priceId: null, title: 'Pro', subtotal: 900, taxAmount: 0, total: 900 }
  const askedAt = new Date(begun).toISOString()
  const first = { ...other, title: 'Basic', subtotal: total, total, askedAt, from: askedAt }
  const changed = [
    first,
    { ...other, askedAt, from: new Date(end.getTime() + day * random.below(3)).toISOString() },
  ]
  return {
    id: newId(),
    order_id: newId(),
    seller_id: sellerId,
    stripe_account_id: 'acct_ahead',
    status: random.pick(statuses),
    title: 'A club',
    billing_period: billingPeriod,
    billing_interval: billingInterval,
    cancel_after: cancelAfter,
    currency: random.pick(['usd', 'eur']),
    subtotal: total,
    tax_amount: 0,
    total,
    discount_amount: discount,
    discount_cycles: discount > 0 && random.chance(0.5) ? cycle + random.below(4) : null,
    reduced_total: discount > 0 && random.chance(0.9) ? total - discount : null,
    paid_cycles: cancelAfter === 0 ? cycle : random.below(cancelAfter + 1),
    billing_cycle_anchor: random.chance(0.02) ? null : new Date(begun),
    current_period_end: random.chance(0.02) ? null : end,
    cancel_at: random.chance(0.15) ? new Date(end.getTime() + random.below(60) * day) : null,
    cancel_at_period_end: random.chance(0.1),
    cancellation: random.chance(0.15) ? random.pick(['period_end', 'now', 'resume']) : null,
    agreed_prices: random.chance(0.1) ? changed : null,
    pause_from: pauseUntil && end,
    pause_until: pauseUntil,
    unpaid_invoice_id: isUnpaid ? 'in_unpaid' : null,
    unpaid_amount: isUnpaid ? total : null,
    unpaid_amount_of: isUnpaid ? random.pick(['in_unpaid', 'in_older']) : null,
    next_payment_attempt: isUnpaid ? new Date(now.getTime() + random.below(8) * day) : null,
  }
}

const statuses = ['active', 'active', 'active', 'trialing', 'past_due', 'paused', 'canceled', 'incomplete']

/** The future payments of each subscription alone, as its own page shows them. */
async function eachAhead() {
  const rows = await db.selectFrom('subscriptions').selectAll().execute()
  return rows
    .flatMap((row) =>
      paymentsAhead(row, span.from, span.until).map((one) => ({
        orderId: row.orderId,
        currency: row.currency,
        title: row.title,
        ...one,
      })),
    )
    .toSorted(
      (one, other) =>
        one.at.getTime() - other.at.getTime() ||
        (one.orderId < other.orderId ? -1 : one.orderId > other.orderId ? 1 : 0) ||
        (one.kind < other.kind ? -1 : 1),
    )
}

test('the database’s list and sums match the future payments of each subscription', async () => {
  const each = await eachAhead()
  expect(new Set(each.map(({ kind }) => kind)).size).toBe(8)
  for (const currency of ['usd', 'eur']) {
    const expected = each.filter((one) => one.currency === currency)
    expect(await listAhead(db, { sellerId, currency }, span)).toEqual(expected)
    const page = { limit: 7, offset: 20 }
    expect(await listAhead(db, { sellerId, currency, kind: 'renewal' }, span, page)).toEqual(
      expected.filter(({ kind }) => kind === 'renewal').slice(20, 27),
    )
    const third = { from: new Date(now.getTime() + 2 * week), until: new Date(now.getTime() + 3 * week) }
    expect(await listAhead(db, { sellerId, currency, within: third }, span)).toEqual(
      expected.filter(({ at }) => at >= third.from && at < third.until),
    )
  }
  const sums = await sumAhead(db, { sellerId }, span, week)
  const slots = each.map(({ at, ...one }) => ({
    ...one,
    slot: Math.floor((at.getTime() - now.getTime()) / week),
    count: 1,
  }))
  expect(bySlot(sums)).toEqual(bySlot(slots))
})

function bySlot(sums: readonly PlannedSum[]) {
  const groups = Map.groupBy(sums, ({ currency, slot, kind }) => `${currency} ${slot} ${kind}`)
  const sum = (own: readonly PlannedSum[], name: 'total' | 'count') =>
    own.reduce((total, one) => total + one[name], 0)
  return Object.fromEntries(
    [...groups].map(([key, own]) => [key, { total: sum(own, 'total'), count: sum(own, 'count') }]),
  )
}
