import { afterAll, beforeAll, expect, test } from 'vitest'
import { setFees } from '#accounts/billing/test-catalogue.ts'
import { outcomeOf } from '#buying/checkout/pay/test-paying.ts'
import { signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { accept, createOfferForm, current, offerOf, order } from './test-offers.ts'

let app: TestApp
let restoreFees: () => void

beforeAll(async () => {
  restoreFees = setFees({ BASIC: 0, GROWTH: 1000, PARTNER_FREE: 0 })
  app = await startTestApp()
})
afterAll(async () => {
  restoreFees()
  await app.close()
})

test('an accepted offer has an application fee like its order', async () => {
  const seller = await signUpSeller(app)
  const bought = await order(app, await createOfferForm(app, seller))
  const { purchaseId } = outcomeOf(await accept(app, bought, await offerOf(app, bought)))
  const rows = await app.services.db
    .selectFrom('purchases')
    .select(['kind', 'applicationFeeAmount'])
    .where('id', 'in', [bought.purchaseId, purchaseId])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

  expect(rows).toEqual([
    { kind: 'order', applicationFeeAmount: 490 },
    { kind: 'offer', applicationFeeAmount: 199 },
  ])
})

test('a seller whose plan has ended sells no offers', async () => {
  const seller = await signUpSeller(app)
  const bought = await order(app, await createOfferForm(app, seller))
  const shown = await offerOf(app, bought)
  await app.services.db
    .updateTable('planSubscriptions')
    .set({ status: 'canceled' })
    .where('sellerId', 'in', (members) =>
      members.selectFrom('members').select('sellerId').where('userId', '=', seller.userId),
    )
    .execute()

  expect((await accept(app, bought, shown)).status).toBe(410)
  expect((await current(app, bought)).offer).toBeNull()
})
