import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newKey, outcomeOf, pay, stateOf } from '#buying/checkout/pay/test-paying.ts'
import { methods, tokenOf } from '#buying/checkout/pay/test-tokens.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { recoveriesContract } from '../contract.ts'
import { declined, loseOrder, recoveriesOf, wakeUp, workOn } from '../test-recoveries.ts'

let app: TestApp
let seller: TestSeller
let form: string
beforeAll(async () => {
  app = await startTestApp()
  wakeUp(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})

const listed = async (query = '') =>
  recoveriesContract.listRecoveries.ok.schema.parse(
    (await call(app, 'GET', `/api/recoveries${query}`, { token: seller.token })).body,
  ).data

test('a declined order is listed as a lost payment with its buyer, its amount and what happened', async () => {
  const email = await loseOrder(app, form)
  await workOn(app)
  const [row] = await recoveriesOf(app, form)
  expect(await listed()).toMatchObject([
    {
      id: row?.id,
      kind: 'declined',
      email,
      name: 'Bea Novak',
      formTitle: 'A course in watercolor',
      total: 4900,
      currency: 'usd',
      failureMessage: 'Your card has insufficient funds.',
      sent: 0,
      paidSaleId: null,
    },
  ])
  expect(row?.nextAt?.getTime()).toBe(app.clock.now().getTime() + 60 * 60_000)
})

test('an order whose buyer did not finish at the bank is listed once its time is up', async () => {
  const email = `${newKey()}@example.com`
  const answer = await pay(app, form, { email, paymentMethodId: 'pm_card_authenticationRequired' })
  expect(outcomeOf(answer).status).toBe('requires_action')
  await workOn(app)
  expect(await recoveriesOf(app, form)).toEqual([])
  app.clock.advance(61 * 60)
  while ((await reconcile(app.services)) > 0);
  await workOn(app)
  expect(await recoveriesOf(app, form)).toMatchObject([{ kind: 'authentication', email }])
})

test('an iDEAL order whose buyer closed the bank’s page is listed after an hour and can no longer be paid', async () => {
  form = await createTestForm(app, seller, { currency: 'eur' })
  const { stripeAccountId } = await app.services.db
    .selectFrom('sellers')
    .innerJoin('forms', 'forms.sellerId', 'sellers.id')
    .select('sellers.stripeAccountId')
    .where('forms.id', '=', form)
    .executeTakeFirstOrThrow()
  const email = `${newKey()}@example.com`
  const confirmationToken = await tokenOf(app, stripeAccountId ?? '', methods.ideal())
  const answer = await pay(app, form, { email, confirmationToken, paymentMethodId: null })
  expect(outcomeOf(answer).status).toBe('requires_action')
  app.clock.advance(59 * 60)
  while ((await reconcile(app.services)) > 0);
  await workOn(app)
  expect(await recoveriesOf(app, form)).toEqual([])
  app.clock.advance(2 * 60)
  while ((await reconcile(app.services)) > 0);
  await workOn(app)
  expect(await recoveriesOf(app, form)).toMatchObject([{ kind: 'authentication', email }])
  expect(await stateOf(app, outcomeOf(answer))).toMatchObject({ status: 'failed' })
})

test('a buyer’s later attempts update the open lost payment with the newest choices', async () => {
  const email = await loseOrder(app, form)
  await workOn(app)
  app.clock.advance(60)
  await loseOrder(app, form, { email: email.toUpperCase(), name: 'Bea N.' })
  await workOn(app)
  const rows = await recoveriesOf(app, form)
  expect(rows).toMatchObject([{ name: 'Bea N.' }])
  expect(rows[0]?.nextAt?.getTime()).toBe(app.clock.now().getTime() + 60 * 60_000)
})

test('an order that is paid after all counts as recovered, under any spelling of the buyer’s address', async () => {
  const key = newKey()
  await loseOrder(app, form, { email: `${key}@gmail.com` })
  await workOn(app)
  const { purchaseId } = outcomeOf(await pay(app, form, { email: `${key}+shop@gmail.com` }))
  await workOn(app)
  await workOn(app)
  expect(await recoveriesOf(app, form)).toMatchObject([
    { state: 'paid', paidPurchaseId: purchaseId, paidAmount: 4900, nextAt: null },
  ])
})

test.for([
  ['fraud', 'pm_card_visa_chargeDeclinedStolenCard'],
  ['fraud', 'pm_card_visa_chargeDeclinedLostCard'],
  ['fraud', 'pm_card_radarBlock'],
  ['fraud', 'pm_card_visa_chargeDeclinedDoNotTryAgain'],
] as const)('no mail follows a decline for %s (%s)', async ([reason, paymentMethodId]) => {
  await loseOrder(app, form, { paymentMethodId })
  await workOn(app)
  expect(await recoveriesOf(app, form)).toMatchObject([{ state: 'over', reason, nextAt: null }])
})

test('a buyer with three different declined cards gets no email', async () => {
  const email = `${newKey()}@example.com`
  for (const paymentMethodId of [
    declined,
    'pm_card_chargeDeclinedExpiredCard',
    'pm_card_visa_chargeDeclined',
  ]) {
    await loseOrder(app, form, { email, paymentMethodId })
  }
  await workOn(app)
  expect((await recoveriesOf(app, form)).at(-1)).toMatchObject({ state: 'over', reason: 'many_cards' })
})

test('three declines of the same card count as one card', async () => {
  const email = `${newKey()}@example.com`
  for (let count = 0; count < 3; count += 1) await loseOrder(app, form, { email })
  await workOn(app)
  expect(await recoveriesOf(app, form)).toMatchObject([{ state: 'waiting', reason: null }])
})

test('the list of lost payments can be filtered by kind and form and continued after a given row', async () => {
  const other = await createTestForm(app, seller)
  await loseOrder(app, form)
  await loseOrder(app, form)
  await loseOrder(app, other)
  await workOn(app)
  const all = await listed()
  expect(all).toHaveLength(3)
  expect(await listed(`?form=${other}`)).toEqual(all.slice(0, 1))
  expect(await listed('?kind=page')).toEqual([])
  expect(await listed(`?before=${all[0]?.id}`)).toEqual(all.slice(1))
})

test('a seller does not see another shop’s lost payments', async () => {
  await loseOrder(app, form)
  await workOn(app)
  const [{ id } = { id: '' }] = await listed()
  seller = await signUpSeller(app)
  expect(await listed()).toEqual([])
  const { status } = await call(app, 'POST', `/api/recoveries/${id}/stop`, { token: seller.token })
  expect(status).toBe(404)
})
