import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pay } from '#buying/checkout/pay/test-paying.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { freePort } from '#foundation/process/test-free-port.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import {
  call,
  createTestForm,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { listenForMetrics } from './serve-metrics.ts'

const token = 'a token of sixteen or more'
let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true, metrics: { ...local(), token } } })
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterAll(async () => app.close())
beforeEach(async () => {
  await setFaults(app, { calls: [], events: [] })
  // Readings are cached for five seconds. Buyers' rate limits last longer.
  app.clock.advance(3_600)
})

function local() {
  return { host: '127.0.0.1', port: undefined, token: undefined }
}

const scrape = async () => String((await call(app, 'GET', '/metrics', { token })).body)

/** The value of a series, or 0 if it is missing. */
async function valueOf(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
  const lines = (await scrape()).split('\n').filter((line) => {
    const series = line.slice(0, line.lastIndexOf(' '))
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
    return series.replace(/\{.*/, '') === name && wanted.every((label) => series.includes(label))
  })
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

test('metrics can be read only with the token', async () => {
  const answer = await call(app, 'GET', '/metrics', { token })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.body).toMatch(/^tillform_build_info\{version="\d+\.\d+\.\d+",node="24\.[\d.]+"\} 1$/m)
  expect(answer.body).toContain('nodejs_eventloop_lag_seconds')
  for (const wrong of [undefined, 'a token of sixteen or mora', seller.token]) {
    const refused = await call(app, 'GET', '/metrics', { token: wrong })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(refused.body).toBe('Unauthorized\n')
  }
})

test('the metrics URL does not exist unless it is configured', async () => {
  const other = await startTestApp()
  const answer = await call(other, 'GET', '/metrics', { token })
  expect([answer.status, answer.body]).toMatchObject([404, { code: 'not_found' }])
  await other.close()
})

test('a separate metrics port serves nothing else and requires the token if one is set', async () => {
  let port = await freePort()
  const at = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
  const open = await listenForMetrics({ ...local(), port }, app.readMetrics)
  expect(await (await at('/metrics')).text()).toContain('tillform_build_info')
  expect((await at('/health/live')).status).toBe(404)
  expect((await at('/metrics', { method: 'POST' })).status).toBe(404)
  await open()

  port = await freePort()
  const guarded = await listenForMetrics({ ...local(), port, token }, app.readMetrics)
  expect((await at('/metrics')).status).toBe(401)
  expect((await at('/metrics', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  await guarded()
})

test('request metrics use route templates instead of URLs', async () => {
  await call(app, 'GET', `/api/forms/${form}`, { token: seller.token })
  await call(app, 'GET', '/no-such-place/a-canary')
  const text = await scrape()
  const counted = await valueOf('tillform_http_request_duration_seconds_count', { route: '/api/forms/:id' })
  expect(counted).toBeGreaterThan(0)
  expect(text).not.toContain(form)
  expect(text).not.toContain('canary')
})

test('metrics count purchases by outcome and declines by their reason', async () => {
  const before = await Promise.all([
    valueOf('tillform_purchases_total', { outcome: 'paid' }),
    valueOf('tillform_purchases_total', { outcome: 'declined' }),
    valueOf('tillform_provider_call_duration_seconds_count', {
      operation: 'paymentIntents.create',
      outcome: 'ok',
    }),
  ])
  await pay(app, form, { email: 'paid@example.com' })
  await pay(app, form, {
    email: 'poor@example.com',
    paymentMethodId: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  })
  await pay(app, form, { email: 'asked@example.com', paymentMethodId: 'pm_card_authenticationRequired' })

  const after = await Promise.all([
    valueOf('tillform_purchases_total', { outcome: 'paid' }),
    valueOf('tillform_purchases_total', { outcome: 'declined' }),
    valueOf('tillform_provider_call_duration_seconds_count', {
      operation: 'paymentIntents.create',
      outcome: 'ok',
    }),
  ])
  expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([1, 1, 2])
  expect(await valueOf('tillform_purchases_total', { outcome: 'requires_action' })).toBe(1)
  expect(await valueOf('tillform_purchase_declines_total', { reason: 'insufficient_funds' })).toBe(1)
  const declined = { operation: 'paymentIntents.create', outcome: 'declined' }
  expect(await valueOf('tillform_provider_call_duration_seconds_count', declined)).toBe(1)
})

test('a request to Stripe that fails and succeeds later counts as a retry', async () => {
  const operation = 'customers.create'
  const fault = { kind: 'cut_after' }
  await setFaults(app, { calls: [{ method: 'POST', path: '/v1/customers', times: 1, fault }] })
  await pay(app, form, { email: 'late@example.com' })
  expect(await valueOf('tillform_provider_retries_total', { operation })).toBe(1)
  expect(await valueOf('tillform_provider_breaker_open')).toBe(0)
})

test('queue metrics report what is waiting, what is due and for how long', async () => {
  await app.services.db.deleteFrom('mails').execute()
  await pay(app, form, { email: 'waiting@example.com' })
  app.clock.advance(90)
  expect(await valueOf('tillform_queue_waiting', { queue: 'mails' })).toBe(1)
  expect(await valueOf('tillform_queue_due', { queue: 'mails' })).toBe(1)
  expect(await valueOf('tillform_queue_overdue_seconds', { queue: 'mails' })).toBeCloseTo(90, 0)
  // An email that is waiting for another attempt is old but not due.
  const later = new Date(app.clock.now().getTime() + 60_000)
  await app.services.db.updateTable('mails').set({ nextAttemptAt: later }).execute()
  app.clock.advance(6)
  expect(await valueOf('tillform_queue_due', { queue: 'mails' })).toBe(0)
  expect(await valueOf('tillform_queue_waiting', { queue: 'mails' })).toBe(1)
  expect(await valueOf('tillform_queue_oldest_seconds', { queue: 'mails' })).toBeGreaterThan(90)
})

test('a metrics scrape runs one database statement and is then cached briefly', async () => {
  const first = await countStatements(app.readMetrics)
  const second = await countStatements(app.readMetrics)
  expect([first.statements.length, second.statements.length]).toEqual([1, 0])
})

test('metrics count webhook deliveries, events, failed sign-ins and reached limits', async () => {
  await pay(app, form, { email: 'delivered@example.com' })
  await app.sandbox.untilDelivered()
  await workOffEvents(app.services)
  expect(await valueOf('tillform_webhooks_received_total', { endpoint: 'connect' })).toBeGreaterThan(0)
  expect(await valueOf('tillform_webhook_events_total', { outcome: 'done' })).toBeGreaterThan(0)

  for (let turn = 0; turn < 21; turn += 1) {
    await call(app, 'POST', '/api/authentication/sign-in', {
      body: { email: 'nobody@example.com', password: 'wrong-horse' },
    })
  }
  const way = 'password'
  expect(await valueOf('tillform_sign_ins_refused_total', { way, reason: 'user-not-found' })).toBe(20)
  expect(await valueOf('tillform_limits_refused_total', { rule: 'signInOfAccount' })).toBe(1)
})

test('metrics are still served while the database is unreachable', async () => {
  const lines: string[] = []
  const away = await startTestApp({
    config: { metrics: { ...local(), token } },
    log: { write: (line) => void lines.push(line) },
  })
  expect((await call(away, 'GET', '/metrics', { token })).body).toContain('tillform_database_up 1')
  await away.services.db.destroy()
  away.clock.advance(6)
  const text = (await call(away, 'GET', '/metrics', { token })).body
  expect(text).toContain('tillform_database_up 0')
  expect(text).not.toMatch(/^tillform_queue_due\{|^tillform_books_differences /m)
  expect(lines.filter((line) => line.includes('metrics'))).toEqual([])
  await away.close()
})
