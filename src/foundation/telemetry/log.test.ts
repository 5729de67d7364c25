import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { cookieOf, ownHeaders } from '#accounts/identity/test-people.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
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

/** Data that must not appear in the log or in responses to other people. */
const canaries = {
  password: 'canary-password-7431',
  email: 'canary.person@example.com',
  buyer: 'canary.buyer@example.com',
  name: 'Canarina Featherstone',
  card: '4000056655665556',
  cookie: 'canary-cookie-5512',
  authorization: 'canary-authorization-8821',
  signature: 'canary-signature-3390',
  query: 'canary-query-1177',
  secret: 'canary-secret-6620',
  key: 'canary-key-9034',
  code: 'canary-code-2286',
  passkey: 'canary-passkey-4417',
}

const lines: string[] = []
let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp({ log: { write: (line) => void lines.push(line) } })
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
  await useIdentity()
  await useSecurity()
  await usePayments()
  await useWebhooks()
})
afterAll(async () => app.close())

const leaked: string[] = []
const send = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  token?: string,
) => {
  const answer = await call(app, method, path, { body, headers, token })
  if (answer.status >= 400) leaked.push(JSON.stringify(answer.body))
  return answer
}

const { email, password, name, buyer, card } = canaries
const session = z.object({ token: z.string() })
const paid = z.object({ purchaseId: z.string(), secret: z.string() })
const secrets: string[] = []

async function useIdentity(): Promise<void> {
  const person = { name, email, password }
  const [first] = await Promise.all([1, 2].map(() => send('POST', '/api/authentication/sign-up', person)))
  await send('POST', '/api/authentication/sign-up', person)
  const signedIn = await send('POST', '/api/authentication/sign-in', { email, password })
  for (const answer of [first, signedIn]) {
    const cookie = answer?.headers.getSetCookie()[0]?.split(';')[0]
    if (cookie !== undefined) secrets.push(cookie.split('=')[1] ?? '')
  }
  secrets.push(session.parse(signedIn.body).token)
  await send('POST', '/api/authentication/sign-in', { email, password: `${password}!` })
  await send('POST', '/api/authentication/sign-in', { email: `x${email}`, password })
  await send('POST', '/api/authentication/sign-in', { email: { canary: email }, password: [password] })
  await send('POST', '/api/authentication/sign-in', `{"email": "${email}", "password": "${password}"`)
  const cookie = `tillform-session=${canaries.cookie}.${canaries.cookie}`
  await send('POST', '/api/authentication/refresh', {}, { cookie, ...ownHeaders(app) })
  const own = { cookie: `tillform-session=${secrets[0] ?? ''}`, ...ownHeaders(app) }
  const renewed = await send('POST', '/api/authentication/refresh', {}, own)
  secrets.push(cookieOf(renewed).split('=')[1] ?? '')
  app.clock.advance(60)
  await send('POST', '/api/authentication/refresh', {}, own)
  await send('GET', '/api/forms', undefined, { authorization: `Bearer ${canaries.authorization}` })
  await send('GET', `/api/forms?q=${canaries.query}&page=x`, undefined, {}, seller.token)
  await send('PATCH', `/api/users/${seller.userId}`, { firstname: name, lastName: 7 }, {}, seller.token)
}

async function useSecurity(): Promise<void> {
  const signedIn = await send('POST', '/api/authentication/sign-in', { email, password })
  const { token } = session.parse(signedIn.body)
  const account = (path: string, body: object) => send('POST', `/api/account/${path}`, body, {}, token)
  const begun = await account('second-factor', { password })
  const { key } = z.object({ key: z.string() }).parse(begun.body)
  secrets.push(key)
  await account('second-factor', { password: `${password}!` })
  await account('second-factor/confirm', { code: canaries.code })
  const now = app.clock.now().getTime()
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now })
  const confirmed = await account('second-factor/confirm', { code })
  const { recoveryCodes } = z.object({ recoveryCodes: z.array(z.string()) }).parse(confirmed.body)
  secrets.push(...recoveryCodes)
  await send('POST', '/api/authentication/sign-in', { email, password, code: canaries.code })
  await send('POST', '/api/authentication/sign-in', { email, password, code: recoveryCodes[0] })
  await account('passkeys/options', { password })
  const clientDataJSON = Buffer.from(JSON.stringify({ challenge: canaries.passkey })).toString('base64url')
  const named = { id: canaries.passkey, rawId: canaries.passkey, type: 'public-key' }
  const credential = { ...named, clientExtensionResults: {} }
  const registered = { clientDataJSON, attestationObject: canaries.passkey }
  await account('passkeys', { name, response: { ...credential, response: registered } })
  const used = { clientDataJSON, authenticatorData: canaries.passkey, signature: canaries.signature }
  await send('POST', '/api/authentication/passkey', { response: { ...credential, response: used } })
  await account('sessions/end', { which: 'all' })
}

async function usePayments(): Promise<void> {
  const body = { form, email: buyer, name, paymentMethodId: 'pm_card_visa' }
  const pay = (fields: object, key: string) =>
    send('POST', '/api/stripe/pay-form', { ...body, ...fields }, { 'idempotency-key': key })
  const answer = await pay({}, canaries.key)
  const { purchaseId, secret } = paid.parse(answer.body)
  secrets.push(secret)
  const state = `/api/stripe/purchases/${purchaseId}/state`
  await send('POST', state, { secret })
  await send('POST', state, { secret: canaries.secret })
  await pay({ email: `other.${buyer}` }, canaries.key)
  await pay({ paymentMethodId: 'pm_card_visa_chargeDeclined' }, 'declined')
  await pay({ paymentMethodId: card }, 'a-card-number-where-none-belongs')
  await pay({ cardNumber: card }, 'a-card-number-in-a-field-of-its-own')
  await pay({ email: card, name: { card } }, 'malformed')
  await pay({ quote: canaries.secret }, 'forged')
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_after' } }],
  })
  await pay({ isRepeat: true }, 'lost')
  await setFaults(app, { calls: [] })
}

async function useWebhooks(): Promise<void> {
  const event = JSON.stringify({
    id: 'evt_canary',
    object: 'event',
    type: 'payment_intent.succeeded',
    account: seller.account,
    data: { object: { id: 'pi_canary', receipt_email: buyer, description: name } },
  })
  const at = Math.floor(Date.now() / 1000)
  const signed = createHmac('sha256', app.config.provider.connectWebhookSecrets[0] ?? '')
    .update(`${at}.${event}`)
    .digest('hex')
  secrets.push(signed)
  const path = '/api/webhooks/stripe-connect'
  await send('POST', path, event, { 'stripe-signature': `t=${at},v1=${canaries.signature}` })
  await send('POST', path, event, { 'stripe-signature': `t=${at},v1=${signed}` })
  await workOffEvents(app.services)
  app.clock.advance(3_600)
  await reconcile(app.services)
  await reconcileAccounts(app.services)
}

// Proves no-internals, private-logs.
test('no personal data or secret appears in the log or in error responses', async () => {
  const log = lines.join('')
  expect(lines.length).toBeGreaterThan(40)
  for (const [kind, canary] of Object.entries(canaries)) {
    expect([kind, lines.filter((line) => line.includes(canary))]).toEqual([kind, []])
    expect([kind, leaked.filter((text) => text.includes(canary))]).toEqual([kind, []])
  }
  expect(secrets.length).toBeGreaterThan(3)
  expect(secrets.filter((secret) => secret === '' || log.includes(secret))).toEqual([])
  expect(log).not.toContain(app.config.authSecret)
  expect(log).not.toContain(app.config.provider.connectWebhookSecrets[0])
})

// Proves event-log.
test('important events are logged with a request id', () => {
  const messages = new Set(
    lines.map((line) => z.looseObject({ msg: z.string() }).parse(JSON.parse(line)).msg),
  )

  for (const message of [
    'signed in',
    'sign-in failed',
    'sign-in failed: unknown account',
    'sign-in failed: second factor',
    'sign-in failed: unknown passkey',
    'signed in with a recovery code',
    'second factor switched on',
    'password not confirmed',
    'sessions ended',
    'a used session cookie was sent again: session ended',
    'webhook received',
  ]) {
    expect([message, messages.has(message)]).toEqual([message, true])
  }
  const requests = lines.filter((line) => line.includes('"request completed"'))
  expect(requests.length).toBeGreaterThan(0)
  expect(requests.every((line) => /"reqId":"([0-9a-f-]{36})","req":\{"id":"\1","method":"/.test(line))).toBe(
    true,
  )
  expect(requests.every((line) => /"statusCode":\d{3}\}/.test(line))).toBe(true)
})

// Proves bounded-memory.
test('a log line is never longer than 8 kB', () => {
  app.services.log.error({ err: new Error('x'.repeat(100_000)) }, 'failed')

  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(8_192)
})
