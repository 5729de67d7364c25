import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cookieOf, ownHeaders } from '#accounts/identity/test-people.ts'
import { Line } from '#foundation/db/test-line.ts'
import {
  call,
  createTestForm,
  sandboxList,
  signUpSeller,
  startTestApp,
  type Answer,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { errorBody } from './contract/contract.ts'

let line: Line
let isCut = false
let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp({
    config: { areRatesLimited: true },
    route: async (url) => {
      line = new Line(url)
      return line.open()
    },
  })
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterAll(async () => {
  await app.close()
  await line.cut()
})
afterEach(async () => {
  if (isCut) await restore()
})

const cut = async () => {
  isCut = true
  await line.cut()
}
const restore = async () => {
  isCut = false
  await line.open()
}

const expectAway = ({ status, body, headers }: Answer) => {
  expect(status).toBe(503)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(errorBody.parse(body)).toMatchObject({
    code: 'unavailable',
    message: 'The service is not available at the moment. Try again in a few seconds.',
  })
}

const password = 'a fine long password'
const pay = () =>
  call(app, 'POST', '/api/stripe/pay-form', {
    body: { form, email: 'bea@example.com', name: 'Bea', paymentMethodId: 'pm_card_visa' },
    headers: { 'idempotency-key': 'paid-once-the-database-is-back' },
  })
const view = async () => {
  const page = await fetch(`${app.url}/payment/${form}`)
  return { status: page.status, text: await page.text(), headers: page.headers }
}

// Proves database-away.
test('while the database is down, the API says so, stores nothing and recovers without a restart', async () => {
  const { headers } = await call(app, 'POST', '/api/authentication/sign-up', {
    body: { name: 'Eve', email: 'eve@example.com', password },
  })
  await cut()
  expectAway(await call(app, 'GET', '/api/forms', { token: seller.token }))
  expectAway(await call(app, 'GET', `/api/users/${seller.userId}`, { token: seller.token }))
  expectAway(
    await call(app, 'POST', '/api/authentication/sign-in', { body: { email: 'ada@example.com', password } }),
  )
  expectAway(
    await call(app, 'POST', '/api/authentication/sign-up', {
      body: { name: 'Ada', email: 'ada@example.com', password },
    }),
  )
  expectAway(
    await call(app, 'POST', '/api/authentication/refresh', {
      body: {},
      headers: { cookie: cookieOf({ headers }), ...ownHeaders(app) },
    }),
  )
  expectAway(await pay())
  await restore()

  expect((await call(app, 'GET', '/api/forms', { token: seller.token })).status).toBe(200)
  expect(await sandboxList(app, 'charges')).toEqual([])
  expect((await pay()).status).toBe(200)
  expect(await sandboxList(app, 'charges')).toHaveLength(1)
})

test('while the database is down, a buyer’s page says nothing about whether they were charged', async () => {
  const { clock } = app
  await cut()
  // The page stays cached a moment longer.
  const away = await vi.waitFor(
    async () => {
      const seen = await view()
      expect(seen.status).toBe(503)
      return seen
    },
    { timeout: 120_000, interval: 100 },
  )

  expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(away.text).toContain('We will be right back')
  expect(away.text).toContain('to see whether your payment went through')
  expect(away.text).not.toContain('You have not been charged.')
  await restore()
  clock.set(new Date())
  expect((await view()).status).toBe(200)
})

// Proves graceful-stop.
test('while the database is down, the process is live but not ready', async () => {
  const health = async (kind: string) => (await fetch(`${app.url}/health/${kind}`)).status
  await cut()

  expect([await health('live'), await health('ready')]).toEqual([200, 503])
  const { headers } = await fetch(`${app.url}/health/ready`)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  await restore()
  expect([await health('live'), await health('ready')]).toEqual([200, 200])
})

test('if the database is lost during a sign-in, the error does not blame the password', async () => {
  const email = `half-way-${Date.now()}@example.com`
  await call(app, 'POST', '/api/authentication/sign-up', { body: { name: 'Ada', email, password } })
  await app.services.db.schema.alterTable('sessions').renameTo('sessions_away').execute()
  const answer = await call(app, 'POST', '/api/authentication/sign-in', { body: { email, password } })
  await app.services.db.schema.alterTable('sessionsAway').renameTo('sessions').execute()

  expect(answer.status).toBe(500)
  expect(answer.body).not.toMatchObject({ code: 'wrong-password' })
  expect(JSON.stringify(answer.body)).not.toMatch(/sessions|relation|select/)
  expect((await call(app, 'POST', '/api/authentication/sign-in', { body: { email, password } })).status).toBe(
    200,
  )
})

test('a withdrawal submitted while the database is down can be sent again and counts only once', async () => {
  const fields = { name: 'Bea Novak', email: 'bea@example.com', reference: 'One thing' }
  const send = (more: object = {}) =>
    fetch(`${app.url}/withdraw`, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, ...more }),
      redirect: 'manual',
    })
  const review = await (await send()).text()
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(review)?.[1] ?? ''
  const confirmed = { id: hidden('id'), signature: hidden('signature'), step: 'confirm' }
  await cut()
  const away = await send(confirmed)
  await restore()
  const statuses = [(await send(confirmed)).status, (await send(confirmed)).status]

  expect([away.status, await away.text()]).toEqual([503, expect.stringContaining('counts once')])
  expect(statuses).toEqual([303, 303])
  const rows = await app.services.db.selectFrom('withdrawals').select('id').execute()
  expect(rows).toEqual([{ id: confirmed.id }])
})
