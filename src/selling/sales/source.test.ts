import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { accept, addOffer, offerOf, order } from '#buying/upsells/test-offers.ts'
import { pageOf } from '#foundation/http/contract/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { sale } from './contract.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const source = { source: 'newsletter', campaign: 'spring', referrer: 'mail.example.com' }

test('a sale and the offers after it name the source in the buyer’s link', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller, { oneTimeOffer: await addOffer(app, seller) })
  const first = await order(app, form, { source })
  const offer = outcomeOf(await accept(app, first, await offerOf(app, first))).purchaseId
  await order(app, form, { source: { source: 'ads' } })
  const listed = async (query: string) => {
    const { body } = await call(app, 'GET', `/api/sales?${query}`, { token: seller.token })
    return pageOf(sale)
      .parse(body)
      .data.map(({ id }) => id)
  }

  for (const id of [first.purchaseId, offer]) {
    const { body } = await call(app, 'GET', `/api/sales/${id}`, { token: seller.token })
    expect(body).toMatchObject({ source })
  }
  expect(await listed('source=newsletter')).toEqual([offer, first.purchaseId])
  expect(await listed('campaign=spring')).toEqual([offer, first.purchaseId])
  expect(await listed('source=letter')).toEqual([])
})

test('a repeated payment with another source is the same purchase', async () => {
  const form = await createTestForm(app, await signUpSeller(app))
  const first = outcomeOf(await pay(app, form, { source }, 'one-key'))
  const again = outcomeOf(await pay(app, form, { source: { ref: 'friend' } }, 'one-key'))
  expect(again.purchaseId).toBe(first.purchaseId)
})
