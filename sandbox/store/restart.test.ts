import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readySeller, startBench, until, type Bench } from '#testing.ts'

let folder: string
let benches: Bench[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-restart-'))
  benches = []
})
afterEach(async () => {
  for (const bench of benches) await bench.close()
  rmSync(folder, { recursive: true })
})

/** Starts a sandbox on the same file without shutting down the previous sandbox. */
async function start(): Promise<Bench> {
  const bench = await startBench({ stateFile: join(folder, 'state', 'journal.jsonl') }, false)
  benches.push(bench)
  return bench
}

it('a restarted sandbox still has its objects, idempotency keys, clock and pending deliveries', async () => {
  const first = await start()
  const seller = await readySeller(first)
  await first.control('POST', '/clock', { advance: 1000 })
  first.inbox.answerWith(500)
  const pay = (bench: Bench) =>
    bench.stripe.paymentIntents.create(
      {
        amount: 4999,
        currency: 'usd',
        payment_method: 'pm_card_visa',
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      },
      { stripeAccount: seller, idempotencyKey: 'k' },
    )
  const intent = await pay(first)
  await until(() => first.inbox.delivered.length >= 3)

  const second = await start()
  expect((await pay(second)).id).toBe(intent.id)
  expect((await second.control('GET', '/charges')).data).toHaveLength(1)
  expect(await second.control('GET', '/clock')).toMatchObject({ offset: 1000 })
  const { data } = await second.control('GET', '/events')
  expect(data?.length).toBeGreaterThan(3)
})

it('a restarted sandbox ignores a line torn by a crash', async () => {
  const first = await start()
  await first.stripe.customers.create({ email: 'a@example.com' })
  appendFileSync(join(folder, 'state', 'journal.jsonl'), '[["customers","cus_torn",{"id":')
  const second = await start()
  expect((await second.control('GET', '/customers')).data).toHaveLength(1)
})

it('a reset deletes everything in the sandbox', async () => {
  const bench = await start()
  await bench.stripe.customers.create({})
  await bench.control('POST', '/reset')
  expect((await bench.control('GET', '/customers')).data).toHaveLength(0)
})
