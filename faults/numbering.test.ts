// @module-tag long kills the processes that number invoices
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { order } from '#buying/upsells/test-offers.ts'
import { randomFrom } from '#foundation/values/random.ts'
import { enqueueCredit, enqueueInvoice } from '#payments/invoices/due-invoices.ts'
import { issueInvoicesOf } from '#payments/invoices/issue-invoices.ts'
import { sellerIdOf } from '#payments/invoices/test-invoices.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { until } from './until.ts'

/** NUMBERING=all is the full run: 10,000 purchases, 200 refunds and 100 kills, in some minutes. */
const size =
  process.env['NUMBERING'] === 'all'
    ? { kills: 100, purchases: 100, refunds: 2 }
    : { kills: 6, purchases: 40, refunds: 4 }

function startNumbering({ databaseUrl }: TestApp): ChildProcess {
  return fork(join(import.meta.dirname, 'number-invoices.ts'), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    execArgv: [],
  })
}

const ids = z.array(z.object({ id: z.string() }))

/**
 * Copies a paid purchase with its lines and partially refunds some of the copies. Each of them then needs a
 * document.
 */
async function sell(app: TestApp, original: string, random: ReturnType<typeof randomFrom>): Promise<void> {
  const { db } = app.services
  const { rows } = await sql`
    with copied as (
      insert into purchases select (jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid(),
        'idempotency_key', gen_random_uuid(), 'payment_intent_id', 'pi_' || gen_random_uuid(),
        'paid_at', now() - interval '2 minutes' + count * interval '1 millisecond'))).*
      from purchases original, generate_series(1, ${size.purchases}) count where original.id = ${original}
      returning id
    ),
    lines as (
      insert into purchase_lines select (jsonb_populate_record(line, jsonb_build_object('purchase_id', copied.id))).*
      from purchase_lines line, copied where line.purchase_id = ${original}
    )
    select id from copied`.execute(db)
  const copies = ids.parse(rows)
  await db.transaction().execute(async (tx) => {
    for (const { id } of copies) await enqueueInvoice(tx, id)
    for (const { id: purchaseId } of copies.slice(0, size.refunds)) {
      const refund = { purchaseId, amount: 1 + random.below(5_000), id: crypto.randomUUID() }
      await sql`
        insert into refunds (id, purchase_id, idempotency_key, requested_by, status, amount, tax_amount)
        values (${refund.id}, ${purchaseId}, ${refund.id}, 'seller', 'succeeded', ${refund.amount},
          ${Math.floor(refund.amount / 6)})`.execute(tx)
      const at = new Date(Date.now() - 100_000)
      await enqueueCredit(tx, { purchaseId, reason: 'refund', sourceId: refund.id, at })
    }
  })
}

// Proves gapless-invoices.
test('two processes that are killed repeatedly number every purchase once, without a gap', async () => {
  const app = await startTestApp()
  app.clock.set(new Date())
  const seller = await signUpSeller(app)
  const body = { title: 'VAT', percentage: 20, inclusive: true }
  const tax = await call(app, 'POST', '/api/taxes', { token: seller.token, body })
  const taxId = z.object({ id: z.string() }).parse(tax.body).id
  const { purchaseId } = await order(app, await createTestForm(app, seller, { amount: 60, taxId }))
  const sellerId = await sellerIdOf(app, seller)
  // The purchase that was copied already has the first number.
  await issueInvoicesOf(app.services, sellerId)
  const { db } = app.services
  const random = randomFrom(5)
  const workers = [startNumbering(app), startNumbering(app)]
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  const countDue = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from invoices where number is null and due_at < now() - interval '60 seconds'`.execute(
      db,
    )
    return Number(rows[0]?.count)
  }
  let struck = 0
  for (let kill = 0; kill < size.kills; kill += 1) {
    await sell(app, purchaseId, random)
    await pause(random.below(25))
    const victim = kill % 2
    const killed = workers[victim]
    if (killed === undefined) throw new Error('No worker')
    const gone = once(killed, 'exit')
    killed.kill('SIGKILL')
    await gone
    if ((await countDue()) > 0) struck += 1
    const next = startNumbering(app)
    workers[victim] = next
    await once(next, 'message')
  }
  await until('everything is numbered', async () => ((await countDue()) === 0 ? true : undefined))
  for (const worker of workers) worker.disconnect()
  await Promise.all(workers.map((worker) => once(worker, 'exit')))
  const series = await db.selectFrom('invoiceSeries').selectAll().where('sellerId', '=', sellerId).execute()
  const { rows: numbers } = await sql<{ sequence: number }>`
    select sequence from invoices where seller_id = ${sellerId} and number is not null order by sequence`.execute(
    db,
  )
  const { rows: wrong } = await sql`
    select sold.id from purchases sold where sold.seller_id = ${sellerId} and sold.id <> ${purchaseId} and (
      1 <> (select count(*) from invoices where purchase_id = sold.id and reason = 'sale' and total = sold.total
        and number is not null)
      or (select coalesce(sum(amount), 0) from refunds where purchase_id = sold.id)
        <> (select coalesce(sum(total), 0) from invoices where purchase_id = sold.id and kind = 'credit')
      or (select coalesce(sum(tax_amount), 0) from refunds where purchase_id = sold.id)
        <> (select coalesce(sum(tax_amount), 0) from invoices where purchase_id = sold.id and kind = 'credit'))`.execute(
    db,
  )
  const count = 1 + size.kills * (size.purchases + size.refunds)
  await app.close()

  expect(wrong).toEqual([])
  expect(series).toMatchObject([{ firstNumber: 1, nextNumber: count + 1 }])
  expect(numbers.map(({ sequence }) => sequence)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
  // Some kills must have happened while there were invoices to number.
  expect(struck).toBeGreaterThan(0)
})
