// @module-tag long: its receiver runs in a separate process.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { asSeller } from '#payments/subscriptions/test-subscriptions.ts'
import { bellOf, buy } from '#selling/notifications/test-notifications.ts'
import {
  call,
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { endpointsContract } from './contract.ts'
import { waits } from './retries.ts'
import {
  addEndpoint,
  collectAndPlan,
  createEndpoint,
  deliverAll,
  deliveriesOf,
  endpointOf,
  sendAll,
  turnOnEndpoint,
} from './test-endpoints.ts'
import { startReceiver, type TestReceiver } from './test-receiver.ts'
import { watchEndpoints } from './watch-endpoints.ts'

const hour = 3_600
const day = 24 * hour
let app: TestApp
let receiver: TestReceiver
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await app.services.db.deleteFrom('webhookEndpoints').execute()
  await setFaults(app, lostEvents)
  receiver = await startReceiver()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
  return () => receiver.stop()
})

const stateOf = async (id: string) => (await asSeller(app, () => endpointOf(app, seller, id))).state
const triesOf = async (id: string) =>
  (await asSeller(app, () => deliveriesOf(app, seller, id))).map(({ state, tries }) => ({
    state,
    tries: tries.map(({ status, failure }) => failure ?? status),
  }))
const mailsTo = async (kind: string) =>
  app.services.db
    .selectFrom('mails')
    .select(['id', 'userId'])
    .where('kind', '=', kind)
    .where('userId', '=', seller.userId)
    .execute()

// Proves signed-events.
test('a payment is delivered once, signed, and verified by the standard library', async () => {
  const { id, secret } = await addEndpoint(app, seller, receiver.at('ok'))
  receiver.know(secret)
  const purchase = await buy(app, form)
  await sendAll(app)
  await sendAll(app)

  const [challenge, paid, ...more] = await receiver.received()
  expect(challenge?.type).toBe('endpoint.verify')
  expect(more).toEqual([])
  expect(paid).toMatchObject({
    type: 'purchase.paid',
    isSigned: true,
    body: { id: paid?.id, type: 'purchase.paid', data: { purchase: { id: purchase, total: 4900 } } },
  })
  expect(await triesOf(id)).toEqual([{ state: 'delivered', tries: [200] }])
  const sale = await call(app, 'GET', `/api/sales/${purchase}/sent-events`, { token: seller.token })
  expect(sale.body).toMatchObject({
    data: [
      {
        endpointId: id,
        endpointName: 'Course',
        event: { id: paid?.id, type: 'purchase.paid' },
        state: 'delivered',
        lastTry: { status: 200, failure: null },
      },
    ],
  })
  const other = await signUpSeller(app)
  const strange = await call(app, 'GET', `/api/sales/${purchase}/sent-events`, { token: other.token })
  expect(strange.status).toBe(404)
})

test('an endpoint gets only the event types and forms it subscribed to, and a thin endpoint gets only ids', async () => {
  const other = await createTestForm(app, seller)
  const asked = { types: ['purchase.paid'], formIds: [form], isThin: true }
  await addEndpoint(app, seller, receiver.at('ok'), asked)
  const purchase = await buy(app, form)
  await buy(app, other)
  await call(app, 'POST', `/api/sales/${purchase}/refunds`, { token: seller.token, body: {} })
  await sendAll(app)

  const [, paid, ...more] = await receiver.received()
  expect(more).toEqual([])
  expect(paid?.body).toMatchObject({ type: 'purchase.paid', purchaseId: purchase })
  expect(paid?.body).not.toHaveProperty('data')
})

// Proves willing-receivers.
test('an endpoint that does not repeat the challenge gets no events', async () => {
  const { id } = await createEndpoint(app, seller, receiver.at('deaf'))
  const { endpoint, result } = await turnOnEndpoint(app, seller, id)
  await buy(app, form)
  await sendAll(app)

  expect([endpoint.state, result.isAnswered, result.failure]).toEqual(['new', true, 'no_echo'])
  expect((await receiver.received()).map(({ type }) => type)).toEqual(['endpoint.verify'])
})

// Proves no-event-lost.
test('a receiver that fails in any way gets the same event again until it accepts it', async () => {
  const { id } = await addEndpoint(app, seller, receiver.at('changing'))
  await buy(app, form)
  await collectAndPlan(app)
  const failing = ['error', 'redirect', 'cut', 'hang'] as const
  for (const [index, way] of failing.entries()) {
    receiver.change(way)
    await deliverAll(app, way === 'hang' ? { patience: 200 } : {})
    // Not a second before.
    app.clock.advance((waits[index] ?? 0) - 1)
    await deliverAll(app)
    app.clock.advance(1)
  }
  receiver.change('huge')
  await deliverAll(app)

  expect(await triesOf(id)).toEqual([
    { state: 'delivered', tries: [500, 302, 'connection ECONNRESET', 'timeout', 200] },
  ])
  const events = (await receiver.received()).filter(({ type }) => type === 'purchase.paid')
  expect(events).toHaveLength(5)
  expect(new Set(events.map(({ id: eventId }) => eventId)).size).toBe(1)
})

test('an event is given up after the last scheduled attempt, and can be sent again', async () => {
  const { id } = await addEndpoint(app, seller, receiver.at('changing'))
  receiver.change('error')
  const purchase = await buy(app, form)
  await collectAndPlan(app)
  await deliverAll(app)
  for (const wait of waits) {
    app.clock.advance(Math.max(wait, 1_800))
    await deliverAll(app)
  }
  expect(await triesOf(id)).toEqual([{ state: 'missed', tries: Array<number>(waits.length + 1).fill(500) }])
  expect(await asSeller(app, () => endpointOf(app, seller, id))).toMatchObject({ missed: 1, waiting: 0 })

  receiver.change('ok')
  const [missed] = await asSeller(app, () => deliveriesOf(app, seller, id))
  const path = `/api/endpoints/${id}/deliveries/${missed?.event.id ?? ''}`
  const detail = await asSeller(app, () => call(app, 'GET', path, { token: seller.token }))
  expect(detail.body).toMatchObject({ answer: 'no', event: { purchaseId: purchase } })
  expect(
    (await asSeller(app, () => call(app, 'POST', `${path}/again`, { token: seller.token }))).status,
  ).toBe(202)
  app.clock.advance(1_800)
  await deliverAll(app)
  expect((await triesOf(id))[0]?.state).toBe('delivered')
})

test('a failing endpoint gets one event at a time, and all waiting events once it responds', async () => {
  const { id } = await addEndpoint(app, seller, receiver.at('changing'))
  receiver.change('error')
  for (let count = 0; count < 15; count += 1) await buy(app, form)
  await collectAndPlan(app)
  await deliverAll(app)
  for (let round = 0; round < 3; round += 1) {
    app.clock.advance(5)
    await deliverAll(app)
  }
  const tried = async () => (await triesOf(id)).flatMap(({ tries }) => tries)
  expect([await stateOf(id), await tried()]).toEqual(['failing', Array<number>(12).fill(500)])
  app.clock.advance(1_800)
  await deliverAll(app)
  expect([await stateOf(id), await tried()]).toEqual(['failing', Array<number>(13).fill(500)])

  receiver.change('ok')
  app.clock.advance(1_800)
  await deliverAll(app)
  expect(await stateOf(id)).toBe('on')
  expect(await asSeller(app, () => endpointOf(app, seller, id))).toMatchObject({ waiting: 0, missed: 0 })
})

test('an endpoint that responds with 410 is turned off, its seller is notified, and missed events are sent later', async () => {
  const { id } = await addEndpoint(app, seller, receiver.at('changing'))
  receiver.change('gone')
  await buy(app, form)
  await sendAll(app)
  await buy(app, form)
  await sendAll(app)
  expect(await endpointOf(app, seller, id)).toMatchObject({ state: 'off', offReason: 'gone', missed: 2 })
  const [mail] = await mailsTo('endpoint_off')
  const page = await (await fetch(`${app.url}/dev/mail/${mail?.id ?? ''}`)).text()
  expect(page).toContain('It has missed 2 events.')

  receiver.change('ok')
  expect((await turnOnEndpoint(app, seller, id)).endpoint.state).toBe('on')
  await deliverAll(app)
  expect((await triesOf(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
})

test('events that happened while an endpoint was off can be sent one by one', async () => {
  const { id } = await addEndpoint(app, seller, receiver.at('ok'))
  await call(app, 'POST', `/api/endpoints/${id}/off`, { token: seller.token })
  await buy(app, form)
  await sendAll(app)
  expect(await endpointOf(app, seller, id)).toMatchObject({ state: 'off', offReason: 'seller', missed: 1 })
  await turnOnEndpoint(app, seller, id, { sendMissed: false })
  await deliverAll(app)
  const [missed] = await deliveriesOf(app, seller, id)
  expect(missed).toMatchObject({ state: 'missed', tries: [] })
  const again = `/api/endpoints/${id}/deliveries/${missed?.event.id ?? ''}/again`
  expect((await call(app, 'POST', again, { token: seller.token })).body).toMatchObject({ state: 'waiting' })
  await deliverAll(app)
  expect((await triesOf(id)).map(({ state }) => state)).toEqual(['delivered'])
})

test('developers are notified by email and bell when an endpoint has failed for a day, and again when it is turned off after five days', async () => {
  const { id } = await addEndpoint(app, seller, receiver.at('changing'))
  receiver.change('error')
  await buy(app, form)
  await sendAll(app)
  app.clock.advance(day - 1)
  await watchEndpoints(app.services)
  expect(await mailsTo('endpoint_failing')).toEqual([])
  app.clock.advance(1)
  await watchEndpoints(app.services)
  await watchEndpoints(app.services)
  expect(await mailsTo('endpoint_failing')).toHaveLength(1)
  const bell = () => asSeller(app, () => bellOf(app, seller))
  expect((await bell()).notices[0]).toMatchObject({
    kind: 'webhook_failing',
    endpointId: id,
    name: 'Course',
  })
  expect(await stateOf(id)).toBe('on')

  app.clock.advance(4 * day)
  await watchEndpoints(app.services)
  expect(await mailsTo('endpoint_off')).toHaveLength(1)
  expect(await asSeller(app, () => endpointOf(app, seller, id))).toMatchObject({
    state: 'off',
    offReason: 'failing',
    missed: 1,
  })
  expect((await bell()).notices.map(({ kind }) => kind)).toEqual(['webhook_off', 'webhook_failing'])

  const sales = await makeRole(app, 'sales', ['read'], { forTeams: true })
  const member = await asSeller(app, () => signUpMember(app, seller, sales))
  expect(await asSeller(app, () => bellOf(app, member))).toMatchObject({ notices: [] })
  await asSeller(app, () => call(app, 'DELETE', `/api/endpoints/${id}`, { token: seller.token }))
  expect((await bell()).notices).toEqual([])
})

// Proves willing-receivers.
test('an endpoint that never accepts an event is turned off after fifty failures', async () => {
  const { id } = await addEndpoint(app, seller, receiver.at('error'))
  for (let count = 0; count < 12; count += 1) await buy(app, form)
  await collectAndPlan(app)
  for (let round = 0; round < 60; round += 1) {
    await deliverAll(app)
    app.clock.advance(1_800)
  }
  expect(await asSeller(app, () => endpointOf(app, seller, id))).toMatchObject({
    state: 'off',
    offReason: 'never_answered',
  })
})

// Proves signed-events.
test('for a day after an endpoint’s secret changes, messages are signed with both secrets', async () => {
  const { id, secret } = await addEndpoint(app, seller, receiver.at('ok'))
  const changed = await call(app, 'POST', `/api/endpoints/${id}/secret`, { token: seller.token })
  expect(endpointsContract.changeEndpointSecret.ok.schema.parse(changed.body).secret).toMatch(/^whsec_/)
  receiver.know(secret)
  await buy(app, form)
  await sendAll(app)
  app.clock.advance(day)
  await asSeller(app, () => buy(app, form))
  await sendAll(app)

  const [, both, alone] = await receiver.received()
  expect([both?.isSigned, alone?.isSigned]).toEqual([true, false])
})

// Proves no-event-lost.
test('an event whose process was killed during delivery is sent again under the same id', async () => {
  const { id } = await addEndpoint(app, seller, receiver.at('changing'))
  receiver.change('hang')
  await buy(app, form)
  await collectAndPlan(app)
  const stop = new AbortController()
  const delivering = deliverAll(app, { stopping: stop.signal })
  await expect.poll(async () => (await receiver.received()).length, { timeout: 120_000 }).toBe(2)
  stop.abort()
  await delivering
  receiver.change('ok')
  await deliverAll(app)

  expect(await triesOf(id)).toEqual([{ state: 'delivered', tries: [200] }])
  const ids = (await receiver.received()).map(({ id: eventId }) => eventId)
  expect(ids.at(-1)).toBe(ids.at(-2))
})
