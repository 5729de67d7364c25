import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { addFile } from '#accounts/uploads/test-files.ts'
import { outcomeOf } from '#buying/checkout/pay/test-paying.ts'
import { bothConsents, downloadIn } from '#buying/consumer-law/test-policy.ts'
import { open, post, returnedFor } from '#buying/withdrawal/test-withdrawals.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { accept, addOffer, offerOf, order, undo, type TestOrder } from './test-offers.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  await locate(app, seller, 'DE')
  const files = [await addFile(app, seller, 'Second course.txt')]
  form = await createTestForm(app, seller, { oneTimeOffer: await addOffer(app, seller, { files }) })
})
afterAll(async () => app.close())
beforeEach(() => app.clock.set(new Date()))

const pageOf = async ({ purchaseId, secret }: TestOrder) =>
  (await open(app, `/purchases/${purchaseId}?key=${secret}`)).text

async function acceptOne() {
  const bought = await order(app, form, { consents: bothConsents('digital') })
  const offer = await offerOf(app, bought)
  const added = outcomeOf(await accept(app, bought, offer))
  const file = downloadIn(await pageOf({ purchaseId: added.purchaseId, secret: added.secret }))
  return { bought, offer, added, file }
}

test('an offer can be undone only until the buyer opens one of its files', async () => {
  const { bought, offer, added, file } = await acceptOne()
  const before = await pageOf(bought)
  const opened = await open(app, file)
  const after = await pageOf(bought)
  const answer = await undo(app, bought, offer)
  const pressed = await post(
    app,
    `/purchases/${bought.purchaseId}/offers/${offer.id}/undo?key=${bought.secret}`,
    {},
  )

  expect(before).toContain('as long as you open none of its files')
  expect(opened.status).toBe(200)
  expect(after).not.toContain(`/offers/${offer.id}/undo`)
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'undo_over' }])
  expect(pressed.location).toContain('undo=failed')
  expect(await returnedFor(app, added.purchaseId)).toBe(0)
})

test('a buyer who undid an offer can no longer open its files', async () => {
  const { bought, offer, added, file } = await acceptOne()
  expect((await undo(app, bought, offer)).status).toBe(200)

  expect((await open(app, file)).status).toBe(404)
  expect(await returnedFor(app, added.purchaseId)).toBe(1990)
})

test('an offer’s file cannot be opened if a simultaneous undo succeeds', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const { bought, offer, added, file } = await acceptOne()
      const opening = open(app, file)
      await new Promise((resolve) => setTimeout(resolve, index))
      const [opened, undone] = await Promise.all([opening, undo(app, bought, offer)])
      const returned = await returnedFor(app, added.purchaseId)
      expect(undone.status === 200).toBe(returned > 0)
      return [opened.status === 200, returned > 0]
    }),
  )
  for (const [isOpened, isUndone] of outcomes) expect(isOpened).toBe(!isUndone)
})

test('a seller who views the sale does not end the buyer’s time to undo an offer', async () => {
  const { bought, offer, added } = await acceptOne()
  await call(app, 'GET', `/api/sales/${added.purchaseId}`, { token: seller.token })
  expect((await undo(app, bought, offer)).status).toBe(200)
})
