import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { outcomeOf, pay, stateOf } from '../pay/test-paying.ts'
import { decideAtBank, methods, tokenOf } from '../pay/test-tokens.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => app.clock.set(new Date()))

/** Starts a payment and sends its buyer to their bank's page. */
async function leaveFor(fields: object = {}) {
  const form = await createTestForm(app, seller, { currency: 'eur', ...fields })
  const confirmationToken = await tokenOf(app, seller.account, methods.ideal())
  const outcome = outcomeOf(await pay(app, form, { paymentMethodId: null, confirmationToken }))
  if (outcome.status !== 'requires_action') throw new Error(outcome.status)
  return { form, outcome }
}

async function comeBack({ clientSecret }: { readonly clientSecret: string }) {
  const address = await decideAtBank(app, clientSecret, 'authorize')
  // Browsers do not send the URL's fragment to the server.
  const page = await fetch(`${address?.origin ?? ''}${address?.pathname ?? ''}${address?.search ?? ''}`)
  return { status: page.status, text: await page.text() }
}

const mailed = 'If it went through, you will get an email within the hour.'

test('the page does not contain the purchase secret after a return from the bank', async () => {
  const { outcome } = await leaveFor()
  const page = await comeBack(outcome)

  expect(page.status).toBe(200)
  expect(page.text).toContain('id="page-data"')
  expect(page.text).not.toContain(outcome.secret)
})

test('a buyer who returns from the bank to a deleted form reads that an email will follow', async () => {
  const { form, outcome } = await leaveFor()
  await call(app, 'DELETE', `/api/forms/${form}`, { token: seller.token })
  const page = await comeBack(outcome)

  expect([page.status, page.text.includes(mailed)]).toEqual([200, true])
  expect(page.text).not.toContain('no longer available')
  expect(await stateOf(app, outcome)).toMatchObject({ status: 'paid' })
})

test('a timer does not redirect a buyer who returns from their bank', async () => {
  const expiresAt = app.clock.now().getTime() + 60_000
  const timer = {
    title: 'Soon over',
    timestamp: expiresAt,
    amount: 0,
    redirectUrl: 'https://example.com/over',
  }
  const { outcome } = await leaveFor({ timers: [timer] })
  app.clock.advance(120)
  const page = await comeBack(outcome)

  expect([page.status, page.text.includes(mailed)]).toEqual([200, true])
  expect(page.text).not.toContain('example.com/over')
})
