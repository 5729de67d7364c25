import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitChanges } from '#payments/subscriptions/change/limit-changes.ts'
import { ask, mailsOf, rowOf, type Ordered } from '#payments/subscriptions/test-subscriptions.ts'
import { call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { changersOf } from './test-price-changes.ts'

const tooMany = 'This subscription was changed too often today. Try again tomorrow.'

let app: TestApp
let seller: TestSeller
let of: ReturnType<typeof changersOf>

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true, trustedProxies: ['127.0.0.1'] } })
  seller = await signUpSeller(app)
  of = changersOf(app, seller)
})
afterAll(async () => app.close())

const countOf = async (ordered: Ordered, kind: string) =>
  (await mailsOf(app, ordered)).filter((sent) => sent === kind).length

test('a buyer who repeatedly cancels and resumes gets few emails and ends up canceled', async () => {
  const ordered = await of.subscribed()
  const row = await rowOf(app, ordered)
  for (let count = 0; count < 9; count += 1) await limitChanges(app.services.limiter, row, 'buyer')
  const cancel = async () =>
    expect((await ask(app, ordered, '/cancel')).body).toMatchObject({ canResume: true })
  const resume = () => ask(app, ordered, '/resume')
  await cancel()
  expect((await resume()).status).toBe(200)
  await cancel()
  expect((await resume()).body).toMatchObject({ code: 'too_many_requests', message: tooMany })
  await cancel()
  expect(await rowOf(app, ordered)).toMatchObject({ cancellation: 'period_end' })
  expect(await countOf(ordered, 'subscription_canceled')).toBe(2)

  app.clock.advance(24 * 60 * 60 + 1)
  expect((await resume()).status).toBe(200)
  app.clock.set(new Date())
})

test('plan changes and pauses by the buyer share one limit, and pauses by the seller have their own', async () => {
  const ordered = await of.subscribed({ allowsPause: true })
  const row = await rowOf(app, ordered)
  for (const by of ['buyer', 'seller'] as const)
    for (let count = 0; count < 8; count += 1) await limitChanges(app.services.limiter, row, by)
  expect([(await of.change(ordered)).status, (await of.undo(ordered)).status]).toEqual([200, 200])
  expect((await of.change(ordered)).body).toMatchObject({ message: tooMany })
  expect((await of.undo(ordered)).status).toBe(429)
  expect(await countOf(ordered, 'price_changed')).toBe(2)

  const { purchaseId, secret } = ordered
  const page = await fetch(`${app.config.publicUrl}/purchases/${purchaseId}/pause?key=${secret}&kind=skip`, {
    method: 'POST',
    body: new URLSearchParams({ kind: 'skip' }),
  })
  expect([page.status, await page.text()]).toEqual([429, expect.stringContaining(tooMany)])

  const bySeller = () =>
    call(app, 'POST', `/api/sales/${purchaseId}/subscription/unpause`, { token: seller.token })
  for (let count = 0; count < 2; count += 1) expect((await bySeller()).status).toBe(200)
  expect((await bySeller()).status).toBe(429)
})
