import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addBump } from '#buying/upsells/test-offers.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { reconcile } from '#payments/purchases/register.ts'
import {
  answerBank,
  call,
  createTestForm,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { payFormBody } from '../contract.ts'
import { payForm } from './pay-form.ts'
import { booksOf, errorOf, newKey, outcomeOf, pay, stateOf } from './test-paying.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, { calls: [], events: [] })
  form = await createTestForm(app, seller)
})

test('a card is charged once on the seller’s account, and the sale is listed', async () => {
  const answer = await pay(app, form)

  expect(answer.status).toBe(200)
  expect(outcomeOf(answer)).toMatchObject({
    status: 'paid',
    redirectUrl: null,
    paidWith: 'Visa ending in 4242',
  })
  const [charge] = await sandboxList(app, 'charges')
  expect(charge).toMatchObject({
    account: seller.account,
    amount: 4900,
    currency: 'usd',
    status: 'succeeded',
  })
  const sales = await call(app, 'GET', '/api/sales', { token: seller.token })
  const { purchaseId } = outcomeOf(answer)
  expect(
    z.object({ data: z.array(z.looseObject({ id: z.string() })) }).parse(sales.body).data,
  ).toContainEqual(
    expect.objectContaining({ id: purchaseId, email: 'bea@example.com', total: 4900, status: 'paid' }),
  )
})

test('letter case in form and purchase ids makes no difference', async () => {
  const key = newKey()
  const bump = await addBump(app, seller)
  form = await createTestForm(app, seller, { bumps: [bump] })
  const [first, again] = [
    await pay(app, form.toUpperCase(), { bumps: [bump.toUpperCase()] }, key),
    await pay(app, form, { bumps: [bump] }, key),
  ]

  expect(outcomeOf(first)).toMatchObject({ status: 'paid' })
  expect(outcomeOf(again)).toEqual(outcomeOf(first))
})

// Proves same-key.
test('sixteen simultaneous requests with the same key and body make one charge', async () => {
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 16 }, () => pay(app, form, {}, key)))

  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(await booksOf(app, form)).toEqual({ statuses: ['paid'], charged: [4900] })
})

// Proves same-key.
test('the same key with a different body is rejected without a charge', async () => {
  const key = newKey()
  await pay(app, form, {}, key)
  const other = await pay(app, form, { email: 'other@example.com' }, key)

  expect([other.status, errorOf(other).code]).toEqual([422, 'idempotency_key_reused'])
  expect(await booksOf(app, form)).toEqual({ statuses: ['paid'], charged: [4900] })
})

// Proves one-card-one-payment.
test('without a key, the same buyer and card pay for a form only once', async () => {
  const bare = { body: { form, email: 'bea@example.com', name: 'Bea', paymentMethodId: 'pm_card_visa' } }
  const first = await call(app, 'POST', '/api/stripe/pay-form', bare)
  const second = await call(app, 'POST', '/api/stripe/pay-form', bare)

  expect(second.body).toEqual(first.body)
  expect(await booksOf(app, form)).toEqual({ statuses: ['paid'], charged: [4900] })
})

// Proves declined-and-gone.
test('a buyer with a declined card sees Stripe’s message, even on a repeated request', async () => {
  const key = newKey()
  const fields = { paymentMethodId: 'pm_card_visa_chargeDeclinedInsufficientFunds' }
  const first = await pay(app, form, fields, key)
  const again = await pay(app, form, fields, key)

  expect([first.status, again.status]).toEqual([402, 402])
  expect(errorOf(first)).toMatchObject({
    message: 'Your card has insufficient funds.',
    details: { reason: 'insufficient_funds' },
  })
  expect(errorOf(again).details).toEqual(errorOf(first).details)
  expect(await booksOf(app, form)).toEqual({ statuses: ['failed'], charged: [] })
})

const payWithAuthentication = async () => {
  const outcome = outcomeOf(await pay(app, form, { paymentMethodId: 'pm_card_authenticationRequired' }))
  if (outcome.status !== 'requires_action') throw new Error(`unexpected ${outcome.status}`)
  return outcome
}

// Proves authentication-end.
test('a payment awaiting authentication is paid once the buyer completes it', async () => {
  const waiting = await payWithAuthentication()
  expect(await booksOf(app, form)).toEqual({ statuses: ['requires_action'], charged: [] })
  await answerBank(app, waiting.clientSecret)

  expect(await stateOf(app, waiting)).toMatchObject({ status: 'paid' })
  expect(await booksOf(app, form)).toEqual({ statuses: ['paid'], charged: [4900] })
})

// Proves authentication-end.
test('a failed authentication closes the PaymentIntent and reports the reason', async () => {
  const waiting = await payWithAuthentication()
  await answerBank(app, waiting.clientSecret, 'fail')

  expect(await stateOf(app, waiting)).toMatchObject({
    status: 'failed',
    reason: 'payment_intent_authentication_failure',
  })
  await reconcile(app.services)
  const intents = await sandboxList(app, 'payment_intents')
  expect(intents.find(({ id }) => waiting.clientSecret.startsWith(id))?.status).toBe('canceled')
  expect(await booksOf(app, form)).toEqual({ statuses: ['failed'], charged: [] })
})

// Proves authentication-end.
test('an unfinished authentication is closed without a charge after an hour', async () => {
  const waiting = await payWithAuthentication()
  app.clock.advance(60 * 60 + 1)
  await reconcile(app.services)

  expect(await stateOf(app, waiting)).toMatchObject({ status: 'failed', reason: 'canceled' })
  await answerBank(app, waiting.clientSecret)
  expect(await booksOf(app, form)).toEqual({ statuses: ['canceled'], charged: [] })
})

test('a repeated request during authentication gets the same client secret', async () => {
  const key = newKey()
  const fields = { paymentMethodId: 'pm_card_authenticationRequired' }
  const first = await pay(app, form, fields, key)

  expect((await pay(app, form, fields, key)).body).toEqual(first.body)
})

// Proves server-price.
test('a quote is accepted while its price is valid and rejected after a change', async () => {
  const page = await (await fetch(`${app.url}/payment/${form}`)).text()
  const quote = /"token":"([^"]+)"/.exec(page)?.[1]
  expect((await pay(app, form, { quote })).status).toBe(200)
  await call(app, 'PATCH', `/api/forms/${form}`, {
    token: seller.token,
    body: { isDetailUpdate: false, amount: 59 },
  })
  const answer = await pay(app, form, { quote, email: 'cid@example.com' })

  expect([answer.status, errorOf(answer).code]).toEqual([409, 'quote_changed'])
  expect(errorOf(answer).details?.quote).toMatchObject({ price: { total: 5900, currency: 'usd' } })
  expect(await booksOf(app, form)).toEqual({ statuses: ['paid'], charged: [4900] })
})

// Proves server-price.
test('amounts, currencies and prices sent by a buyer are rejected', async () => {
  for (const price of [{ amount: 1 }, { currency: 'jpy' }, { total: 1 }, { price: { total: 1 } }]) {
    expect((await pay(app, form, price)).status).toBe(422)
  }

  expect(await booksOf(app, form)).toEqual({ statuses: [], charged: [] })
})

// Proves declined-and-gone.
test('a deleted or unknown form accepts no payment', async () => {
  await call(app, 'DELETE', `/api/forms/${form}`, { token: seller.token })
  const statuses = [
    await pay(app, form),
    await pay(app, form, { form: '01a1f882-85a6-763a-997b-e9385dbf9804' }),
  ].map(({ status }) => status)

  expect(statuses).toEqual([410, 404])
  expect(await booksOf(app, form)).toEqual({ statuses: [], charged: [] })
})

test('a free order needs neither a card nor a call to Stripe', async () => {
  form = await createTestForm(app, seller, { amount: 0 })
  const answer = await pay(app, form, { paymentMethodId: null })

  expect(outcomeOf(answer).status).toBe('paid')
  expect(await booksOf(app, form)).toEqual({ statuses: ['paid'], charged: [] })
})

test.each([
  [{ email: 'nonsense' }, { email: 'Email is not valid' }],
  [{ email: `${'a'.repeat(120)}@example.com` }, { email: 'to long' }],
  [{ name: '' }, { name: 'This field is required' }],
  [{ paymentMethodId: null }, { paymentMethodId: 'This field is required' }],
  [
    { bumps: ['01a1f882-85a6-763a-997b-e9385dbf9804'] },
    { bumps: 'This order bump is no longer part of the form' },
  ],
])('invalid input %j gets an error at its field', async (fields, errors) => {
  const answer = await pay(app, form, fields)

  expect(answer.status).toBe(422)
  expect(errorOf(answer).errors).toEqual(errors)
})

test('reading a purchase’s state requires its secret', async () => {
  const paid = outcomeOf(await pay(app, form))
  const guess = await call(app, 'POST', `/api/stripe/purchases/${paid.purchaseId}/state`, {
    body: { secret: 'guess' },
  })
  const unknown = await call(app, 'POST', '/api/stripe/purchases/nonsense/state', {
    body: { secret: 'guess' },
  })

  expect([guess.status, unknown.status]).toEqual([404, 404])
})

const buy = (email = 'bea@example.com') =>
  payForm(
    app.services,
    payFormBody.parse({ form, email, name: 'Bea Novak', paymentMethodId: 'pm_card_visa' }),
    { key: newKey(), network: '203.0.113.1', locale: null },
  )

// Proves intent-first.
test('a purchase takes at most 7 SQL statements in two transactions', async () => {
  const { statements } = await countStatements(() => buy())

  expect(statements.length).toBeLessThanOrEqual(7)
  // The outcome and the receipt are stored by one SQL statement, and so in one transaction.
  expect(statements.filter((statement) => statement === 'begin')).toHaveLength(1)
  expect(statements.at(-1)).toMatch(/^with "buyer" .* insert into mails /s)
  // A purchase must not read data that only the page needs.
  expect(statements.join('\n')).not.toMatch(/price_history|left join "seller_details"/)
})

test('a purchase writes at most 12 kB to PostgreSQL’s log', async ({ skip }) => {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(app.services.db)
  skip((rows[0]?.version ?? 0) < 180_000, 'before 18 PostgreSQL does not count what a connection logs')
  const rounds: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const before = await bytesLogged()
    for (let one = 0; one < 5; one += 1) await buy(`${newKey()}@example.com`)
    rounds.push(((await bytesLogged()) - before) / 5)
  }

  // After a checkpoint PostgreSQL logs each changed page in full once, which would distort the measurement.
  expect(Math.min(...rounds)).toBeLessThan(12_288)
  expect(Math.min(...rounds)).toBeGreaterThan(2_048)
})

/** The number of bytes that connections to this database have logged. Other databases share the server. */
async function bytesLogged(): Promise<number> {
  const { db } = app.services
  // Each pooled connection keeps its own count until it flushes.
  await Promise.all(
    Array.from({ length: 10 }, () => sql`select pg_stat_force_next_flush(), pg_sleep(0.1)`.execute(db)),
  )
  const { rows } = await sql<{ bytes: number }>`
    select sum(wal_bytes)::bigint as bytes
    from pg_stat_activity, pg_stat_get_backend_wal(pid) where datname = current_database()`.execute(db)
  return rows[0]?.bytes ?? 0
}

// Proves one-receipt.
test('a payment records exactly one receipt, and a decline records none', async () => {
  const key = newKey()
  const paid = outcomeOf(await pay(app, form, {}, key))
  await pay(app, form, {}, key)
  await pay(app, form, { paymentMethodId: 'pm_card_visa_chargeDeclined' })
  const mails = await app.services.db
    .selectFrom('mails')
    .innerJoin('purchases', 'purchases.id', 'mails.purchaseId')
    .select(['mails.purchaseId', 'mails.kind'])
    .where('purchases.formId', '=', form)
    .execute()

  expect(mails).toEqual([{ purchaseId: paid.purchaseId, kind: 'receipt' }])
})

// Proves reconciliation.
test('purchases and Stripe’s charges match one to one', async () => {
  await pay(app, form)
  app.clock.advance(3_600)

  expect(await reconcileAccounts(app.services)).toEqual([])
})
