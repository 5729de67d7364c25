import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { reconcile } from '#payments/purchases/register.ts'
import {
  call,
  createTestForm,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { booksOf, errorOf, newKey, outcomeOf, pay, stateOf } from './test-paying.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterAll(async () => app.close())

const hour = 3_600
const page = z.object({ quote: z.object({ token: z.string() }) })

/** The quote of a page opened now. */
async function quoteNow(): Promise<string> {
  const text = await (await fetch(`${app.url}/payment/${form}`)).text()
  return page.parse(JSON.parse(/ id="page-data">([^<]*)</.exec(text)?.[1] ?? 'null')).quote.token
}

test('after the clock jumps back an hour, no buyer pays twice or more than shown', async () => {
  const [before, key] = [await quoteNow(), newKey()]
  const paid = outcomeOf(await pay(app, form, { quote: before }, key))
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_after' } }],
  })
  const email = 'unknown@example.com'
  const unknown = outcomeOf(await pay(app, form, { email }))
  await setFaults(app, {})
  app.clock.advance(-hour)

  // The same key means the same purchase.
  expect(outcomeOf(await pay(app, form, { quote: before }, key)).purchaseId).toBe(paid.purchaseId)
  // A quote from the future is invalid, so the buyer is shown the price again.
  const refused = await pay(app, form, { quote: before, email: 'later@example.com' })
  expect([refused.status, errorOf(refused).code]).toEqual([409, 'quote_changed'])
  const quote = z.object({ token: z.string() }).parse(errorOf(refused).details?.quote).token
  expect(outcomeOf(await pay(app, form, { quote, email: 'later@example.com' })).status).toBe('paid')
  expect(errorOf(await pay(app, form, { quote })).code).toBe('bought_before')
  // Asking for the state settles an unknown payment before the job does.
  expect(await stateOf(app, unknown)).toMatchObject({ status: 'paid' })
  expect((await call(app, 'GET', '/api/forms', { token: seller.token })).status).toBe(200)
  await app.sandbox.untilDelivered()
  while ((await workOffEvents(app.services)) + (await reconcile(app.services)) > 0);

  expect(await booksOf(app, form)).toEqual({
    statuses: ['paid', 'paid', 'paid'],
    charged: [4900, 4900, 4900],
  })
})
