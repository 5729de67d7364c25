import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accept, addBump, addOffer, offerOf, order } from '#buying/upsells/test-offers.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { salesContract } from '../contract.ts'
import { addSources, leadingSources } from './sources.ts'
import { sumSpans } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const usd = (total: number) => [{ currency: 'usd', total }]

test('a source’s numbers include its orders with bumps and offers, and their refunds', async () => {
  const seller = await signUpSeller(app)
  const { token } = seller
  const bump = await addBump(app, seller)
  const form = await createTestForm(app, seller, {
    bumps: [bump],
    oneTimeOffer: await addOffer(app, seller, { amount: 20 }),
  })
  const source = { source: 'newsletter', medium: 'email' }
  const bought = await order(app, form, { source, bumps: [bump] })
  await accept(app, bought, await offerOf(app, bought))
  await order(app, form, { source: { ref: 'anna' } })
  await order(app, form)
  const refund = { token, body: { amount: 10 } }
  expect((await call(app, 'POST', `/api/sales/${bought.purchaseId}/refunds`, refund)).status).toBe(201)

  for (const scope of ['', `&form=${form}`]) {
    const { body } = await call(app, 'GET', `/api/sales/dashboard?range=7d${scope}`, { token })
    expect(salesContract.getDashboard.ok.schema.parse(body).sources).toEqual([
      { name: 'anna', orders: 1, gross: usd(4900), refunds: [] },
      { name: 'newsletter', orders: 1, gross: usd(7800), refunds: usd(1000) },
    ])
  }
})

test('among ten thousand sources in one day, those with the most orders keep their names', () => {
  const one = { currency: 'usd', orders: 1, gross: 100, refunds: 0 }
  const many = Array.from({ length: 10_000 }, (_, index) => ({ ...one, source: `link ${index}` }))
  const added = addSources([...many, { ...one, source: 'newsletter', orders: 2 }])

  expect(added).toHaveLength(1001)
  expect(addSources(added)).toEqual(added)
  const [first, ...others] = leadingSources(added, 10)
  expect(first).toMatchObject({ name: 'newsletter', orders: 2 })
  expect(others.at(-1)).toEqual({ name: null, orders: 9991, gross: usd(999_100), refunds: [] })
})

test('a form with very many sources in a day does not hide another form’s sources', async () => {
  const seller = await signUpSeller(app)
  const { token } = seller
  const [crowded, quiet] = [await createTestForm(app, seller), await createTestForm(app, seller)]
  await order(app, quiet, { source: { source: 'zine' } })
  const { purchaseId } = await order(app, crowded, { source: { source: 'first' } })
  const { db } = app.services
  const copied = await sql<{ names: string }>`
    select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
    where table_schema = 'public' and table_name = 'purchases' and is_generated = 'NEVER'
      and column_name not in ('id', 'idempotency_key', 'payment_intent_id', 'source')`.execute(db)
  const columns = sql.raw(copied.rows[0]?.names ?? '')
  await sql`
    insert into purchases (id, idempotency_key, source, ${columns})
    select uuidv7(), 'copy ' || n, jsonb_build_object('source', 'link ' || n), ${columns}
    from purchases, generate_series(1, 250) n where id = ${purchaseId}`.execute(db)

  const { body } = await call(app, 'GET', '/api/sales/dashboard?range=7d', { token })
  const { sources } = salesContract.getDashboard.ok.schema.parse(body)
  expect(sources.reduce((sum, { orders }) => sum + orders, 0)).toBe(252)
  const spans = [{ begins: 0, ends: app.clock.now().getTime() + 1 }]
  const { sellerId } = await db
    .selectFrom('purchases')
    .select('sellerId')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  const [sums] = await sumSpans(db, { sellerId }, spans)
  const named = sums?.sources?.flatMap(({ source }) => (source === undefined ? [] : [source])) ?? []
  expect(named).toHaveLength(201)
  expect(named).toContain('zine')
})
