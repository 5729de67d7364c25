// Bad days: the product runs out of database connections, or has a long queue of events to process.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { z } from 'zod'
import { openClient } from '#foundation/db/server/hosts.ts'
import { newPayment, pay, payAtLast, promiseOf } from './buyer.ts'
import { startPostgres } from './postgres.ts'
import { settle } from './settle.ts'
import { openShop, type Shop } from './shop.ts'
import { until } from './until.ts'

/** Occupies every database connection for a while, from outside the product. */
export async function runOutOfConnections(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'tillform-connections-'))
  const postgres = await startPostgres(place)
  try {
    const url = await postgres.createDatabase()
    const shop = await openShop(url)
    const taken: Client[] = []
    try {
      await takeAll(url, taken)
      const payment = newPayment(shop.forms.usd)
      await shop.store.cutConnections(shop.product.pid())
      await takeAll(url, taken)
      const meanwhile = await pay(shop, payment)
      if (meanwhile?.status !== 503) throw new Error(`A buyer was answered ${meanwhile?.status}`)
      await letGo(taken)
      await untilReady(shop)
      if (promiseOf(await pay(shop, payment)) !== 'paid')
        throw new Error('The buyer could not pay afterwards')
      await settle(shop)
      return `${taken.length} connections were taken`
    } finally {
      await letGo(taken)
      await shop.close()
    }
  } finally {
    await postgres.stop()
    await rm(place, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function takeAll(url: string, taken: Client[]): Promise<void> {
  const refused = z.object({ code: z.literal('53300') })
  try {
    for (;;) taken.push(await openClient(url, {}))
  } catch (error) {
    if (!refused.safeParse(error).success) throw error
  }
}

async function letGo(taken: readonly Client[]): Promise<void> {
  await Promise.all(taken.map((client) => client.end().catch(() => undefined)))
}

async function untilReady({ url, product }: Shop): Promise<void> {
  if (!product.isRunning()) throw new Error('The product ended')
  await until('the product to be ready again', async () => {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
    return answer?.ok === true ? true : undefined
  })
}

/**
 * Fills the event queue while no process is working on it. Buyers must still be able to pay, and the queue
 * must become empty.
 */
export async function runLongQueue(shop: Shop, events: number): Promise<string> {
  await shop.store.query(
    z.unknown(),
    `insert into webhook_events (id, type, stripe_account_id, payload, received_at, next_attempt_at)
    select 'evt_waiting_' || n, 'payment_intent.succeeded', (select stripe_account_id from sellers limit 1),
      '{"data": {"object": {"id": "pi_of_somebody_else"}}}', now() - interval '1 hour', now() - interval '1 hour'
    from generate_series(1, $1::int) n`,
    [events],
  )
  const beganAt = performance.now()
  const [rows, times]: [{ left: number }[], number[]] = [[{ left: events }], []]
  while ((rows[0]?.left ?? 0) > 0) {
    times.push(await payAtLast(shop))
    if (performance.now() - beganAt > 3_600_000)
      throw new Error(`${rows[0]?.left} events are left after an hour`)
    await sleep(500)
    const sql = `select count(*) as left from webhook_events where done_at is null and id like 'evt_waiting_%'`
    rows.splice(0, 1, ...(await shop.store.query(z.object({ left: z.coerce.number() }), sql)))
  }
  const seconds = (performance.now() - beganAt) / 1_000
  await settle(shop)
  const slowest = Math.max(...times)
  return `${events} events in ${seconds.toFixed(0)} s; ${times.length} bought meanwhile, at most in ${slowest.toFixed(0)} ms`
}
