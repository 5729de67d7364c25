// @module-tag long simulates a quarter of a year in a shop
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { withdrawalsContract } from '#buying/withdrawal/contract.ts'
import { compareCharges } from '#payments/reconciliation/compare-charges.ts'
import { compareRefunds } from '#payments/reconciliation/compare-refunds.ts'
import { salesContract } from '#selling/sales/contract.ts'
import { payoutsContract } from '#selling/payouts/contract.ts'
import { notifyOfNews } from '#selling/notifications/register.ts'
import { recoveriesContract } from '#selling/recovery/contract.ts'
import { call, sandboxList, startTestApp, type TestApp } from '#test-app.ts'
import { demoAccount, demoSales } from '../demo-shop.ts'
import { seedDemo } from '../seed-demo.ts'
import { createMovedClock } from './moved-clock.ts'
import { day } from './rhythm.ts'
import { seedHistory, wantsHistory } from './seed-history.ts'

/** The time limit in milliseconds. The whole quarter is simulated before the first test. */
const forHangs = 600_000

let app: TestApp
let token: string
let told: object
/** The extra milliseconds that have passed for the product and the sandbox. */
let passed = 0
/** The history ends before the database's current time, which cannot be changed. */
const realTime = () => Date.now() - 10 * day + passed

type Kill = {
  /** Whether the process dies when this URL is called, before or after the response. */
  readonly at: (url: string) => boolean
  readonly isAnswered: boolean
}

let calls = 0
/** The places where the process dies, in the order in which seeding reaches them. */
const kills: readonly Kill[] = [
  { at: () => (calls += 1) > 90, isAnswered: false },
  { at: (url) => url.endsWith('/card/finish'), isAnswered: true },
  { at: (url) => url.endsWith('/subscription/cancel'), isAnswered: false },
  { at: (url) => url.endsWith('/accept'), isAnswered: true },
]

/** The seeding process dies at an API call and never gets its response. It starts again two days later. */
function killed(kill: Kill): Promise<void> {
  return new Promise((resolve, reject) => {
    let isDead = false
    const server = new Proxy(app.server, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (name !== 'inject') return value
        return async (request: { readonly url: string }) => {
          if (isDead) return new Promise(() => undefined)
          isDead = kill.at(request.url)
          if (!isDead) return target.inject(request)
          if (kill.isAnswered) await target.inject(request)
          passed += 2 * day
          resolve()
          return new Promise(() => undefined)
        }
      },
    })
    seedOn(server).then(() => reject(new Error('It ended before it was killed')), reject)
  })
}

async function seedOn(server: FastifyInstance): Promise<void> {
  const clock = createMovedClock()
  const set = (at: number) => {
    clock.set(at)
    app.clock.set(clock.now())
  }
  set(realTime())
  await seedHistory({ ...app, server }, { now: clock.now, set }, app.config, new AbortController().signal)
}

const read = async <Row>(query: string): Promise<Row[]> =>
  (await sql.raw<Row>(query).execute(app.services.db)).rows

const clockOf = async () =>
  z.object({ offset: z.number() }).parse(await (await fetch(`${app.sandbox.url}/sandbox/clock`)).json())
    .offset

beforeAll(async () => {
  app = await startTestApp({ sandboxClock: realTime })
  for (const kill of kills) {
    await killed(kill)
    expect(await clockOf()).toBeLessThan(0)
    expect(await wantsHistory(app.services.db, app.config)).toBe(true)
  }
  await seedOn(app.server)
  app.clock.set(new Date(realTime()))
  const waiting = await read('select * from mails where next_attempt_at is not null')
  const events = await read('select * from webhook_events')
  const unsummed = await read("select customer_id from customer_totals where currency = ''")
  // Each round continues after the last notification that is certain to be complete.
  for (let round = 0; round < 3; round += 1) await notifyOfNews(app.services)
  told = { waiting, notices: await read('select id from notices'), events, unsummed }
  const { email, password } = demoAccount
  const session = await call(app, 'POST', '/api/authentication/sign-in', { body: { email, password } })
  token = z.object({ token: z.string() }).parse(session.body).token
}, forHangs)
afterAll(() => app.close())

test('interrupted seeding still gives the shop ninety days of sales without duplicates', async () => {
  const sold = await read<{ what: string; count: number }>(
    "select kind || ' ' || status as what, count(*)::int as count from purchases group by 1",
  )
  const counts = Object.fromEntries(sold.map(({ what, count }) => [what, count]))
  const [days] = await read<{ span: number; used: number }>(
    'select extract(day from max(paid_at) - min(paid_at))::int as span, count(distinct paid_at::date)::int as used from purchases',
  )
  const [again] = await read<{ count: number }>(
    'select count(*)::int as count from (select email from purchases where paid_at is not null group by 1 having count(distinct form_id) > 1) returning_ones',
  )
  // The numbers depend on the day the test runs. On some days, they are a quarter lower than usual.
  expect(counts['order paid']).toBeGreaterThan(90)
  expect(Object.keys(counts)).toEqual(
    expect.arrayContaining([
      'order failed',
      'order refunded',
      'order partially_refunded',
      'offer paid',
      'renewal paid',
    ]),
  )
  expect(days?.span).toBeGreaterThan(85)
  expect(days?.used).toBeGreaterThan(60)
  expect(again?.count).toBeGreaterThan(10)
  expect(
    (await read<{ status: string }>('select status from disputes order by 1')).map(({ status }) => status),
  ).toEqual(['needs_response', 'won'])
  // In the demo's time, the dispute ended six days after it began.
  expect(
    await read(`
      select round(extract(epoch from ended.at - begun.at) / 86400) as days
      from purchase_transitions ended join purchase_transitions begun using (purchase_id, subject)
      where ended.cause like 'dispute won%' and begun.event = 'dispute' and begun.id < ended.id`),
  ).toEqual([{ days: '6' }])
  const states = await read<{ status: string }>('select distinct status from subscriptions order by 1')
  expect(states.map(({ status }) => status)).toEqual(
    expect.arrayContaining(['active', 'canceled', 'past_due']),
  )
  expect((await read('select created_at from redemptions')).length).toBeGreaterThan(8)
  expect(await wantsHistory(app.services.db, app.config)).toBe(false)
})

test('the list of lost orders shows each way of leaving, and some orders that were paid after all', async () => {
  const answer = await call(app, 'GET', '/api/recoveries?limit=100', { token })
  const { data } = recoveriesContract.listRecoveries.ok.schema.parse(answer.body)
  for (const kind of ['declined', 'authentication', 'page']) {
    const states = data.filter((row) => row.kind === kind).map(({ state }) => state)
    expect(states).toEqual(expect.arrayContaining(['paid']))
    expect(states.length).toBeGreaterThan(2)
  }
})

test('a withdrawal is waiting for the seller, and an earlier one was refunded', async () => {
  const answer = await call(app, 'GET', '/api/withdrawals', { token })
  const { data } = withdrawalsContract.listWithdrawals.ok.schema.parse(answer.body)
  expect(data.map(({ title, outcome }) => `${title}: ${outcome}`)).toEqual([
    'Watercolor from zero: a six-week course: open',
    'Watercolor from zero: a six-week course: refunded',
  ])
})

test('seeded records match Stripe’s records', async () => {
  const accounts = await sandboxList(app, 'accounts')
  const account = accounts.find(({ email }) => email === demoAccount.email)?.id ?? ''
  expect(await compareCharges(app.services, account, 100)).toEqual([])
  expect(await compareRefunds(app.services, account)).toEqual([])
  expect(await read('select * from book_differences')).toEqual([])
  expect(await clockOf()).toBe(0)

  const answer = await call(app, 'GET', '/api/payouts', { token })
  const { data } = payoutsContract.listPayouts.ok.schema.parse(answer.body)
  expect(data.length).toBeGreaterThan(10)
})

test('seeded sales and visits have the dates on which they happened', async () => {
  // Rows that a killed process did not backdate get the time of the next start, which is later by the length of the
  // pause and up to a day.
  const late = await read(
    `select idempotency_key, at, paid_at, cause from purchase_transitions join purchases on purchases.id = purchase_id
      where abs(extract(epoch from at - coalesce(paid_at, purchases.created_at))) > ${(3.5 * day) / 1000} and event is null and purchases.status = 'paid'
        and purchases.kind <> 'renewal' and idempotency_key like 'demo-history-%'`,
  )
  const answer = await call(app, 'GET', '/api/sales/dashboard?range=12m&zone=UTC', { token })
  const dashboard = salesContract.getDashboard.ok.schema.parse(answer.body)
  const [viewed] = await read<{ count: number }>(
    'select sum((select sum(one) from unnest(views) one))::int as count from form_views',
  )
  expect(late).toEqual([])
  expect(viewed?.count).toBeGreaterThan(5_000)
  expect(JSON.stringify(dashboard)).toContain(String(viewed?.count))
})

test('seeding history sends no emails or notifications', () => {
  expect(told).toEqual({ waiting: [], notices: [], events: [], unsummed: [] })
})

test('a seeded sale has a page and can be refunded like any other', async () => {
  const [sale] = await read<{ id: string; secret: string }>(
    "select id, '' as secret from purchases where kind = 'order' and status = 'paid' and total > 0 order by id limit 1",
  )
  const id = sale?.id ?? ''
  const shown = await call(app, 'GET', `/api/sales/${id}`, { token })
  expect(shown.status).toBe(200)
  const refund = await call(app, 'POST', `/api/sales/${id}/refunds`, { token, body: {} })
  expect(refund.status).toBe(201)
  await app.sandbox.untilDelivered()
  expect(await read(`select status from purchases where id = '${id}'`)).toEqual([{ status: 'refunded' }])
})

test('seeding adds today’s sales after the history', async () => {
  const before = await read('select id from purchases')
  expect(await seedDemo(app.server, app.services, app.config)).toMatchObject({ email: demoAccount.email })
  expect((await read('select id from purchases')).length).toBe(before.length + demoSales.length + 1)
})
