// @module-tag long: it runs deliverers and receivers in separate processes.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { createCalling } from './call-endpoint.ts'
import { deliverDue } from './deliver.ts'
import { killDeliverer, startDeliverer } from './test-deliverer.ts'
import { addEndpoint } from './test-endpoints.ts'
import { startReceiver, type TestReceiver } from './test-receiver.ts'

/** Can be set for a longer run, such as to 100000. */
const events = Number(process.env['DELIVERIES'] ?? 300)
const deliverers = 3

let app: TestApp
let seller: TestSeller
let receiver: TestReceiver

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  seller = await signUpSeller(app)
  receiver = await startReceiver()
})
afterEach(() => receiver.stop())

/** Stores a shop's events and plans their deliveries to an endpoint, this many per statement. */
async function plan(endpointId: string, count: number, atOnce = 5_000): Promise<void> {
  const { db } = app.services
  if (count > atOnce) await plan(endpointId, count - atOnce)
  const [from, to] = [Math.max(count - atOnce, 0) + 1, count]
  await sql`
    with made as (
      insert into events (seller_id, type, object_id, happened_at, source_id)
      select seller_id, 'customer.erased', gen_random_uuid()::text, now(), ${`${endpointId} `} || number
      from members, generate_series(${from}::int, ${to}::int) as number where user_id = ${seller.userId}
      returning id
    )
    insert into deliveries (endpoint_id, event_id, next_attempt_at) select ${endpointId}::uuid, id, now() from made`.execute(
    db,
  )
  await db
    .updateTable('webhookEndpoints')
    .set({ nextDueAt: new Date() })
    .where('id', '=', endpointId)
    .execute()
}

async function countOpen(endpointId: string): Promise<number> {
  const { open } = await app.services.db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('endpointId', '=', endpointId)
    .where('doneAt', 'is', null)
    .executeTakeFirstOrThrow()
  return open
}

const untilOpen = (endpointId: string, most: number) =>
  expect
    .poll(() => countOpen(endpointId), { timeout: events * 100 + 120_000, interval: 50 })
    .toBeLessThanOrEqual(most)

// Proves no-event-lost.
test('no event is lost while a receiver fails and processes are killed, and repeated events have the same id', async () => {
  const { id } = await addEndpoint(app, seller, receiver.at('moody'))
  await plan(id, events)
  const start = () => startDeliverer({ databaseUrl: app.databaseUrl, authSecret: app.config.authSecret })
  const running = Array.from({ length: deliverers }, start)
  try {
    // Kills the process in the middle of deliveries, again and again.
    for (const left of [0.8, 0.6, 0.4, 0.2]) {
      await untilOpen(id, events * left)
      const [oldest] = running.splice(0, 1)
      if (oldest !== undefined) await killDeliverer(oldest)
      running.push(start())
    }
    await untilOpen(id, 0)
  } finally {
    await Promise.all(running.map(killDeliverer))
  }

  const sent = (await receiver.received()).filter(({ type }) => type === 'customer.erased')
  const { rows } = await sql<{ id: string }>`
    select public_id as id from events where source_id like ${`${id} %`}`.execute(app.services.db)
  expect(rows).toHaveLength(events)
  expect(new Set(sent.map((one) => one.id))).toEqual(new Set(rows.map((one) => one.id)))
  expect(sent.length).toBeGreaterThan(events)
})

test('an endpoint that hangs with many events does not delay others', async () => {
  const dead = await addEndpoint(app, seller, receiver.at('hang'))
  const alive = await addEndpoint(app, seller, receiver.at('ok'))
  await plan(dead.id, events * 10)
  await plan(alive.id, 3)
  const stop = new AbortController()
  const calling = createCalling(app.services)
  app.clock.set(new Date())
  const delivering = deliverDue({ ...app.services, calling }, stop.signal)
  const receivedBy = async (path: string) =>
    (await receiver.received()).filter((one) => one.path === path && one.type === 'customer.erased').length
  try {
    await expect.poll(() => receivedBy('ok'), { timeout: 120_000, interval: 20 }).toBe(3)
    // The first calls still hang, so no other call has waited for them.
    expect(await receivedBy('hang')).toBeLessThanOrEqual(4)
  } finally {
    stop.abort()
    await delivering
  }
})
