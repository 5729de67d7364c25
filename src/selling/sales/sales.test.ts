import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { outcomeOf } from '#buying/checkout/test-paying.ts'
import { accept, createOfferForm, offerOf, order } from '#buying/upsells/test-offers.ts'
import { call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { sale, saleDetail } from './contract.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const read = async (path: string) => (await call(app, 'GET', `/api${path}`, { token: seller.token })).body
const saleOf = async (id: string) => saleDetail.parse(await read(`/sales/${id}`))

test('an order names the offers that followed it, an offer its order, and no amount counts twice', async () => {
  const form = await createOfferForm(app, seller)
  const bought = await order(app, form)
  const { purchaseId: offer } = outcomeOf(await accept(app, bought, await offerOf(app, bought)))

  expect(await saleOf(bought.purchaseId)).toMatchObject({
    kind: 'order',
    orderId: null,
    total: 4900,
    followUps: [{ id: offer, kind: 'offer', title: 'The second course', total: 1990, status: 'paid' }],
  })
  expect(await saleOf(offer)).toMatchObject({
    kind: 'offer',
    orderId: bought.purchaseId,
    total: 1990,
    followUps: [],
    lines: [{ kind: 'offer', title: 'The second course', total: 1990 }],
  })
  const { data } = z.object({ data: z.array(sale) }).parse(await read('/sales'))
  expect(data.map(({ kind, total }) => `${kind} ${total}`)).toEqual(['offer 1990', 'order 4900'])
})
