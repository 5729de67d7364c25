import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { call, sandboxList, setFaults, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { onboardingStatus } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const check = (token: string) => call(app, 'GET', '/api/stripe/check-account-boarding', { token })

test('a new seller gets one Stripe account and a link to Stripe’s onboarding', async () => {
  const before = (await sandboxList(app, 'accounts')).length
  const seller = await signUpSeller(app, { isOnboarded: false })
  const answers = await Promise.all([1, 2, 3].map(() => check(seller.token)))

  for (const { status, body } of answers) {
    expect(status).toBe(200)
    const state = onboardingStatus.parse(body)
    expect(state.status).toBe('uncompleted')
    expect(state.redirect_url).toMatch(/^https?:\/\//)
    expect(state.missing).toContain('A bank account for payouts')
  }
  expect((await sandboxList(app, 'accounts')).length).toBe(before + 1)
})

test('a seller with a completed account can open forms and needs no link', async () => {
  const seller = await signUpSeller(app)

  expect((await check(seller.token)).body).toEqual({
    status: 'completed',
    redirect_url: null,
    missing: [],
    missingBy: null,
    isDisconnected: false,
    heldUntil: null,
  })
  expect((await call(app, 'GET', '/api/forms', { token: seller.token })).status).toBe(200)
})

test('a seller’s forms stay open while Stripe is unreachable', async () => {
  const seller = await signUpSeller(app)
  await setFaults(app, {
    calls: [
      { method: 'GET', path: `/v1/accounts/${seller.account}`, times: 9, fault: { kind: 'cut_before' } },
    ],
  })
  const answer = await check(seller.token)
  await setFaults(app, { calls: [] })

  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(errorBody.parse(answer.body)).toMatchObject({
    code: 'provider_unreachable',
    message: 'The payment service cannot be reached. Try again in a few seconds.',
  })
  expect((await call(app, 'GET', '/api/forms', { token: seller.token })).status).toBe(200)
})

test('an account restricted later lists the missing details and emails the seller only once', async () => {
  const seller = await signUpSeller(app)
  await fetch(`${app.sandbox.url}/sandbox/accounts/${seller.account}/restrict`, { method: 'POST' })
  const answers = [await check(seller.token), await check(seller.token)]
  const mails = await app.services.db
    .selectFrom('mails')
    .select('kind')
    .where('userId', '=', seller.userId)
    .execute()

  for (const { body } of answers) {
    expect(onboardingStatus.parse(body)).toMatchObject({
      status: 'restricted',
      missing: ['A photo of your ID'],
    })
  }
  expect(mails).toEqual([{ kind: 'account_restricted' }])
})
