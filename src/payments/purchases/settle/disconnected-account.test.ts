import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import {
  call,
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
} from '#test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => setFaults(app, lostEvents))

/** Makes Stripe reject our requests for these accounts, or for all accounts. */
async function closeToUs(accounts: readonly string[] | 'all'): Promise<void> {
  const fault = { kind: 'error', status: 403, body: { code: 'account_invalid' } }
  const ofBuyers = ['/v1/payment_intents', '/v1/customers', '/v1/subscriptions', '/v1/products', '/v1/prices']
  const own = accounts === 'all' ? ['/v1/accounts/*'] : accounts.map((account) => `/v1/accounts/${account}`)
  await setFaults(app, {
    ...lostEvents,
    calls: [...own, ...ofBuyers].map((path) => ({ method: '*', path, times: 99, fault })),
  })
}

let presses = 0
const pay = (form: string) =>
  call(app, 'POST', '/api/stripe/pay-form', {
    body: {
      form,
      email: `bea-${(presses += 1)}@example.com`,
      name: 'Bea Novak',
      paymentMethodId: 'pm_card_visa',
    },
    headers: { 'idempotency-key': `disconnected-${presses}` },
  })

const mailsTo = async (userId: string) =>
  app.services.db.selectFrom('mails').select('kind').where('userId', '=', userId).execute()

test.each([
  ['one-time', {}],
  ['recurring', { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }],
])('a buyer of a disconnected seller’s %s form sees that it cannot be paid', async (_, fields) => {
  await signUpSeller(app)
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller, fields)
  await closeToUs([seller.account])
  const answers = [await pay(form), await pay(form)]
  const page = await fetch(`${app.url}/payment/${form}`)

  for (const { status, body } of answers) {
    expect(status).toBe(409)
    expect(errorBody.parse(body).message).toBe(
      'This form cannot be paid right now. You have not been charged.',
    )
  }
  expect(await page.text()).toContain('This form cannot be paid right now')
  expect(await mailsTo(seller.userId)).toEqual([{ kind: 'account_disconnected' }])

  const seen = await call(app, 'GET', '/api/stripe/check-account-boarding', { token: seller.token })
  expect(seen.body).toMatchObject({ status: 'restricted', isDisconnected: true, redirect_url: null })
  await setFaults(app, lostEvents)
  const back = await call(app, 'GET', '/api/stripe/check-account-boarding', { token: seller.token })
  expect(back.body).toMatchObject({ status: 'completed', isDisconnected: false })
  expect((await pay(form)).status).toBe(200)
})

test('reconciliation emails the owner of a disconnected account once', async () => {
  await signUpSeller(app)
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  expect((await pay(form)).status).toBe(200)
  const fault = { kind: 'error', status: 403, body: { code: 'account_invalid' } }
  const calls = [{ method: 'GET', path: '/v1/*', times: 99, fault }]
  await setFaults(app, { ...lostEvents, calls })
  await reconcileAccounts(app.services).catch(() => undefined)
  await setFaults(app, lostEvents)

  expect(await mailsTo(seller.userId)).toEqual([{ kind: 'account_disconnected' }])
})

test('no account is closed if Stripe rejects our own key', async () => {
  const [other, seller] = [await signUpSeller(app), await signUpSeller(app)]
  const form = await createTestForm(app, seller)
  await closeToUs('all')
  const answer = await pay(form)
  await setFaults(app, lostEvents)

  expect(answer.status).toBe(409)
  expect([await mailsTo(seller.userId), await mailsTo(other.userId)]).toEqual([[], []])
  expect((await pay(form)).status).toBe(200)
})

test('reconciliation reopens a shop whose account was reconnected', async () => {
  await signUpSeller(app)
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  await closeToUs([seller.account])
  await pay(form)
  const closed = await pay(form)
  await setFaults(app, lostEvents)
  await reconcileAccounts(app.services)

  expect([closed.status, (await pay(form)).status]).toEqual([409, 200])
})
