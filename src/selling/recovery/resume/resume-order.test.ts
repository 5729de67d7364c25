import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { addBump } from '#buying/upsells/test-offers.ts'
import { resumedOrder } from '#buying/checkout/resume/contract.ts'
import { resumeKey } from '#buying/checkout/resume/resume-key.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { forgetOldBuyers, recoveryEraser } from '../register.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { declined, loseOrder, recoveriesOf, wakeUp, workOn } from '../test-recoveries.ts'

let app: TestApp
let seller: TestSeller
let form: string
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  wakeUp(app)
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})

const open = (of: string, key: string) =>
  call(app, 'POST', '/api/stripe/purchases/resume', { body: { form: of, key } })

/** The key of a form's last lost payment. */
async function keyOf(of: string): Promise<string> {
  await workOn(app)
  const row = (await recoveriesOf(app, of)).at(-1)
  return resumeKey(app.config.authSecret, row?.id ?? '')
}

test('a link restores what the buyer had typed and chosen, but nothing about their card', async () => {
  const bump = await addBump(app, seller)
  form = await createTestForm(app, seller, { bumps: [bump], quantityMax: 5 })
  const email = await loseOrder(app, form, { bumps: [bump], quantity: 3, name: 'Bea Novak' })
  const answer = await open(form, await keyOf(form))
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    email,
    name: 'Bea Novak',
    quantity: 3,
    bumps: [bump],
    welcome: 'Welcome back. Your order is saved as you left it.',
  })
})

test('a returning buyer’s source is the link that led to the lost order', async () => {
  await loseOrder(app, form, { source: { source: 'spring', campaign: 'sale', referrer: 'mail.example' } })
  const answer = await open(form, await keyOf(form))
  expect(resumedOrder.parse(answer.body).source).toEqual({ source: 'spring', campaign: 'sale' })
})

test('a buyer who returns to a changed price sees that before paying', async () => {
  await loseOrder(app, form)
  await app.services.db.updateTable('forms').set({ amount: 7900 }).where('id', '=', form).execute()
  const answer = await open(form, await keyOf(form))
  expect(resumedOrder.parse(answer.body).welcome).toContain('The price is now $79.00.')
})

test('an order paid through its link counts as recovered, even with another email address', async () => {
  await loseOrder(app, form)
  const resume = await keyOf(form)
  const { purchaseId } = outcomeOf(await pay(app, form, { email: `${newKey()}@example.org`, resume }))
  await workOn(app)
  await workOn(app)
  expect(await recoveriesOf(app, form)).toMatchObject([{ state: 'paid', paidPurchaseId: purchaseId }])
  const answer = await open(form, resume)
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'resume_paid' }])
})

test('a link that was changed, belongs to another form or is 30 days old restores nothing', async () => {
  await loseOrder(app, form)
  const key = await keyOf(form)
  const other = await createTestForm(app, seller)
  expect((await open(other, key)).status).toBe(410)
  expect((await open(form, `${key}x`)).status).toBe(410)
  expect((await open(form, 'nothing')).status).toBe(410)
  app.clock.advance(30 * 24 * 60 * 60 + 1)
  expect((await open(form, key)).status).toBe(410)
})

test('a link restores nothing after its buyer was anonymized or erased', async () => {
  const { clock, services } = app
  await loseOrder(app, form)
  const first = await keyOf(form)
  clock.advance(30 * 24 * 60 * 60 + 1)
  while ((await forgetOldBuyers(services)) > 0);
  expect((await recoveriesOf(app, form))[0]).toMatchObject({ email: '', emailKey: '', name: '' })
  expect((await open(form, first)).status).toBe(410)

  const email = await loseOrder(app, form)
  const second = await keyOf(form)
  const [row] = await recoveriesOf(app, form)
  await inTransaction(services.db, (tx) =>
    recoveryEraser(services)(tx, row?.sellerId ?? '', { addresses: [email], names: [] }),
  )
  expect((await open(form, second)).status).toBe(410)
  await loseOrder(app, form, { email, paymentMethodId: declined })
  await workOn(app)
  clock.advance(60 * 60)
  await workOn(app)
  expect((await recoveriesOf(app, form)).at(-1)).toMatchObject({ state: 'over', reason: 'stopped_by_buyer' })
})

/** In five minutes the form's price rises from 49 to 79. Buyers who saw 49 keep that price for this many minutes. */
async function raiseSoon(priceGracePeriod: number): Promise<void> {
  const { db } = app.services
  const expiresAt = new Date(app.clock.now().getTime() + 5 * 60_000)
  const timer = { id: randomUUID(), formId: form, title: 'Early bird', expiresAt, timezone: null }
  await db
    .insertInto('timers')
    .values({ ...timer, amount: 7900, redirectUrl: null })
    .execute()
  await db.updateTable('forms').set({ priceGracePeriod }).where('id', '=', form).execute()
}

test('a price that has ended is kept for a buyer who returns in time', async () => {
  await raiseSoon(30)
  const email = await loseOrder(app, form)
  const resume = await keyOf(form)
  app.clock.advance(10 * 60)
  const { quote, welcome } = resumedOrder.parse((await open(form, resume)).body)
  expect([quote?.price.total, welcome]).toEqual([4900, 'Welcome back. Your order is saved as you left it.'])
  const { purchaseId } = outcomeOf(await pay(app, form, { email, quote: quote?.token, resume }))
  const paid = app.services.db.selectFrom('purchases').select('total').where('id', '=', purchaseId)
  expect(await paid.executeTakeFirst()).toEqual({ total: 4900 })
})

test('a link leads to the current price once the kept price has expired', async () => {
  await raiseSoon(30)
  await loseOrder(app, form)
  const key = await keyOf(form)
  app.clock.advance(36 * 60)
  const { quote, welcome } = resumedOrder.parse((await open(form, key)).body)
  expect([quote, welcome]).toEqual([undefined, expect.stringContaining('The price is now $79.00.')])
})
