import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import {
  holdOut,
  loseOrder,
  openPost,
  recoveriesOf,
  wakeUp,
  workAndSend,
  workOn,
} from '../test-recoveries.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true } })
  wakeUp(app)
})
afterAll(async () => app.close())

const hour = 60 * 60

// Proves recovery-limits.
test('an address gets one email a day about lost payments across all shops', async () => {
  const post = await openPost(app)
  const email = 'bea@example.com'
  for (let shop = 0; shop < 2; shop += 1) {
    const form = await createTestForm(app, await signUpSeller(app))
    await loseOrder(app, form, { email })
    await workOn(app)
    await holdOut(app, form)
  }
  app.clock.advance(hour)
  await workAndSend(app, post)
  expect(post.server.mails).toHaveLength(1)
  app.clock.advance(6 * hour)
  await workAndSend(app, post)
  expect(post.server.mails).toHaveLength(1)
  app.clock.advance(18 * hour)
  await workAndSend(app, post)
  expect(post.server.mails).toHaveLength(2)
  await post.close()
})

test('an order left without email as a comparison does not count toward other orders’ limits', async () => {
  const post = await openPost(app)
  const seller = await signUpSeller(app)
  const [held, mailed] = [await createTestForm(app, seller), await createTestForm(app, seller)]
  await loseOrder(app, held)
  await workOn(app)
  await holdOut(app, held, true)
  app.clock.advance(1)
  const email = await loseOrder(app, mailed, { email: 'ada@example.com' })
  await workOn(app)
  await holdOut(app, mailed)
  app.clock.advance(hour)
  await workAndSend(app, post)
  expect(post.server.mails.map(({ envelope }) => envelope.to)).toEqual([[email]])
  expect(await recoveriesOf(app, held)).toMatchObject([{ sent: 0, nextAt: null }])
  await post.close()
})
