import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { accept, addBump, addOffer, decline, offerOf, order, undo } from '#buying/upsells/test-offers.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { bumpsContract, offersContract } from '../contract.ts'
import { itemSalesContract } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const salesOf = async (what: 'bump' | 'offer', ids: readonly string[], { token }: TestSeller) =>
  itemSalesContract.countBumpSales.ok.schema.parse(
    (await call(app, 'GET', `/api/sales/by-${what}?ids=${ids.join(',')}`, { token })).body,
  )

test('a bump’s card counts paid orders of the last 30 days that offered and included it', async () => {
  const seller = await signUpSeller(app)
  const [brushes, easel] = [
    await addBump(app, seller, { title: 'The brushes for you', amount: 9 }),
    await addBump(app, seller, { title: 'The easel for you', amount: 20 }),
  ]
  const form = await createTestForm(app, seller, { bumps: [brushes, easel] })
  const buy = async (bumps: readonly string[], payment: object = {}) =>
    pay(app, form, { bumps, email: `${newKey()}@example.com`, ...payment })
  const now = app.clock.now()
  app.clock.set(new Date(now.getTime() - 31 * 86_400_000))
  expect(outcomeOf(await buy([brushes])).status).toBe('paid')
  app.clock.set(now)
  for (const bumps of [[brushes], [brushes, easel], []]) outcomeOf(await buy(bumps))
  await buy([easel], { paymentMethodId: 'pm_card_chargeDeclined' })
  const { items, isWhole } = await salesOf('bump', [brushes, easel], seller)

  expect(isWhole).toBe(true)
  expect(items.toSorted((one, other) => other.taken - one.taken)).toEqual([
    { id: brushes, offered: 3, taken: 2, revenue: [{ currency: 'usd', total: 1800 }] },
    { id: easel, offered: 3, taken: 1, revenue: [{ currency: 'usd', total: 2000 }] },
  ])
  expect((await salesOf('bump', [easel], seller)).items).toHaveLength(1)
  expect((await salesOf('bump', [easel], await signUpSeller(app))).items).toEqual([])
})

test('an offer’s card counts how often it was shown and accepted without being undone', async () => {
  const seller = await signUpSeller(app)
  const oneTimeOffer = await addOffer(app, seller)
  const form = await createTestForm(app, seller, { oneTimeOffer })
  for (const answer of ['accept', 'undo', 'none']) {
    const bought = await order(app, form, { email: `${newKey()}@example.com` })
    const offer = await offerOf(app, bought)
    if (answer !== 'none') await accept(app, bought, offer)
    if (answer === 'undo') await undo(app, bought, offer)
  }
  const { items } = await salesOf('offer', [oneTimeOffer], seller)

  expect(items).toEqual([
    { id: oneTimeOffer, offered: 3, taken: 1, revenue: [{ currency: 'usd', total: 1990 }] },
  ])
})

test('a bump that is offered alone after the payment is counted on its card', async () => {
  const seller = await signUpSeller(app)
  const bump = await addBump(app, seller, { amount: 9 })
  const form = await createTestForm(app, seller, {
    oneTimeOffer: await addOffer(app, seller),
    otoSequenceList: [bump],
  })
  const bought = await order(app, form)
  await decline(app, bought, await offerOf(app, bought))
  await accept(app, bought, await offerOf(app, bought))

  expect((await salesOf('bump', [bump], seller)).items).toEqual([
    { id: bump, offered: 1, taken: 1, revenue: [{ currency: 'usd', total: 900 }] },
  ])
})

test('lists show how many forms use each bump, offer and tax, with one query for all items', async () => {
  const seller = await signUpSeller(app)
  const { token } = seller
  const bumps = [await addBump(app, seller), await addBump(app, seller)]
  await createTestForm(app, seller, { bumps })
  await createTestForm(app, seller, { bumps: bumps.slice(1) })
  const list = async (path: string) => (await call(app, 'GET', `/api/${path}`, { token })).body
  const headers = { host: new URL(app.url).host, authorization: `Bearer ${token}` }
  const { statements } = await countStatements(async () =>
    app.server.inject({ method: 'GET', url: '/api/bumps', headers }),
  )
  const { data } = bumpsContract.listBumps.ok.schema.parse(await list('bumps'))

  // The first statement looks up the caller.
  expect(statements).toHaveLength(3)
  expect(data.map(({ id, usedByForms }) => [id, usedByForms])).toEqual([
    [bumps[1], 2],
    [bumps[0], 1],
  ])
  expect(offersContract.listOffers.ok.schema.parse(await list('one-time-offers')).data).toEqual([])
})
