import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay } from '#buying/checkout/pay/test-paying.ts'
import { accept, addBump, addOffer, decline, offerOf, order } from '#buying/upsells/test-offers.ts'
import { withClient } from '#foundation/db/test-client.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { salesContract } from '../contract.ts'
import type { Dashboard } from './dashboard-wire.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const ask = ({ token }: TestSeller, form?: string) =>
  call(app, 'GET', `/api/sales/dashboard?range=30d${form === undefined ? '' : `&form=${form}`}`, { token })

const numbersOf = async (seller: TestSeller, form?: string): Promise<Dashboard> =>
  salesContract.getDashboard.ok.schema.parse((await ask(seller, form)).body)

/** Opens a form's page and buys on it: with its bump, with its offer, with neither, and with a declined card. */
async function sell(seller: TestSeller, form: string, bump: string): Promise<void> {
  await app.server.inject({ url: `/payment/${form}`, headers: { host: new URL(app.url).host } })
  const [taking, declining] = [
    await order(app, form, { email: 'a@example.com', bumps: [bump] }),
    await order(app, form, { email: 'b@example.com' }),
  ]
  await accept(app, taking, await offerOf(app, taking))
  await decline(app, declining, await offerOf(app, declining))
  await pay(app, form, { email: 'c@example.com', paymentMethodId: 'pm_card_visa_chargeDeclined' })
  const body = { amount: 5 }
  await call(app, 'POST', `/api/sales/${declining.purchaseId}/refunds`, { token: seller.token, body })
}

test('a form’s numbers equal the overview of a shop with only that form', async () => {
  const seller = await signUpSeller(app)
  const bump = await addBump(app, seller)
  const fields = { bumps: [bump], oneTimeOffer: await addOffer(app, seller) }
  const [course, other] = [
    await createTestForm(app, seller, fields),
    await createTestForm(app, seller, fields),
  ]
  await sell(seller, course, bump)
  const alone = await numbersOf(seller)
  await sell(seller, other, bump)
  for (let time = 0; time < 2; time += 1) await order(app, other, { email: `${time}@example.com` })
  const of = await numbersOf(seller, course)
  const all = await numbersOf(seller)

  expect(of.currencies).toEqual(alone.currencies)
  expect(of.activity.current).toEqual({ ...alone.activity.current, views: of.activity.current.views })
  expect([of.bumps, of.offers, of.subscriptions]).toEqual([alone.bumps, alone.offers, alone.subscriptions])
  expect(of.forms).toEqual(all.forms.filter(({ id }) => id === course))
  expect(of.unpaid).toBe(1)
  expect(all.unpaid).toBeNull()
  expect(of.activity.current).toMatchObject({ orders: 2, bumpsOffered: 2, bumpsTaken: 1, offersTaken: 1 })
})

test('the past days of a form are counted again after a change', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const now = app.clock.now()
  app.clock.set(new Date(now.getTime() - 5 * 24 * 60 * 60 * 1000))
  const { purchaseId } = await order(app, form)
  app.clock.set(now)
  const before = await numbersOf(seller, form)
  await withClient(app.databaseUrl, async (client) => {
    await client.query('update purchases set total = 9900, subtotal = 9900 where id = $1', [purchaseId])
  })
  const after = await numbersOf(seller, form)

  expect([before, after].map(({ currencies: [usd] }) => usd?.current.gross)).toEqual([4900, 9900])
})

test('a seller gets 404 for the numbers of another seller’s form', async () => {
  const [seller, stranger] = [await signUpSeller(app), await signUpSeller(app)]
  const form = await createTestForm(app, stranger)

  expect((await ask(seller, form)).status).toBe(404)
  expect((await ask(seller, 'nothing')).status).toBe(422)
})
