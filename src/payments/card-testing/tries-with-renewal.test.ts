import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { confirmWith } from '#buying/checkout/pay/test-paying.ts'
import {
  ask,
  begunSetup,
  changeCard,
  checkAll,
  confirmSetup,
  moveTo,
  rowOf,
  subscribe,
} from '#payments/subscriptions/test-subscriptions.ts'
import {
  answerBank,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { declines, deliver } from './test-tries.ts'

let app: TestApp
let seller: TestSeller
beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true, trustedProxies: ['127.0.0.1'] } })
  seller = await signUpSeller(app)
  await setFaults(app, lostEvents)
})
afterAll(async () => app.close())

test('cards tried with the secret of an unpaid renewal count against the order', async () => {
  const ordered = await subscribe(app, seller)
  await checkAll(app)
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  const { currentPeriodEnd } = await rowOf(app, ordered)
  await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) + 3 * 3_600_000))
  await checkAll(app)
  const setup = begunSetup.parse((await ask(app, ordered, '/card')).body)
  await confirmSetup(app, seller, setup, 'pm_card_authenticationRequired')
  await answerBank(app, setup.clientSecret)
  const finished = await ask(app, ordered, '/card/finish', { setupIntentId: setup.setupIntentId })
  const { clientSecret } = z.object({ clientSecret: z.string() }).parse(finished.body)
  const [intent = ''] = clientSecret.split('_secret_')
  await deliver(app, intent)
  const before = [await declines(app, 'declineOfForm'), await declines(app, 'declineOfOrder')]
  for (let count = 0; count < 5; count += 1)
    await confirmWith(app, seller.account, clientSecret, 'pm_card_visa_chargeDeclined')
  await deliver(app, intent)
  const after = [await declines(app, 'declineOfForm'), await declines(app, 'declineOfOrder')]

  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([5, 5])
  expect((await ask(app, ordered, '/card')).status).toBe(429)
})
