import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownHeaders } from '#accounts/identity/test-people.ts'
import { makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { liveNews, livePath } from '../contract.ts'
import { buy, salesOf, notifyAll } from '../test-notifications.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})

/** Opens the stream. `next` returns the next event's notifications, or undefined after the end. */
async function listen({ token }: Pick<TestSeller, 'token'>) {
  const controller = new AbortController()
  const response = await fetch(`${app.url}${livePath}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function next() {
    for (;;) {
      const [event, ...rest] = text.split('\n\n')
      if (event !== undefined && rest.length > 0) {
        text = rest.join('\n\n')
        if (event.startsWith('data: ')) return liveNews.parse(JSON.parse(event.slice('data: '.length)))
        continue
      }
      const part = await reader?.read()
      if (part === undefined || part.done) return undefined
      text += part.value
    }
  }
  return { response, next, close: () => controller.abort() }
}

test('a live stream delivers each new sale only once and nothing from before', async () => {
  await buy(app, form)
  await notifyAll(app)
  const stream = await listen(seller)
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const saleId = await buy(app, form)
  await notifyAll(app)
  expect(await stream.next()).toMatchObject([
    { kind: 'sale', saleId, buyer: 'Bea Novak', formTitle: 'A course in watercolor', amount: 4900 },
  ])
  const second = await buy(app, form)
  await notifyAll(app)
  expect(await stream.next()).toMatchObject([{ saleId: second }])
  stream.close()
})

test('a live stream delivers nothing from other shops', async () => {
  const other = await signUpSeller(app)
  const [own, others] = [await listen(seller), await listen(other)]
  const foreign = await createTestForm(app, other)
  const [saleId, foreignId] = [await buy(app, form), await buy(app, foreign)]
  await notifyAll(app)
  expect(salesOf((await own.next()) ?? [])).toEqual([saleId])
  expect(salesOf((await others.next()) ?? [])).toEqual([foreignId])
  own.close()
  others.close()
})

test('a live stream requires the right to see sales and stops when the session ends', async () => {
  const role = await makeRole(app, 'forms', ['read'], { forTeams: true })
  const member = await signUpMember(app, seller, role)
  expect((await listen(member)).response.status).toBe(403)
  expect((await listen({ token: 'nonsense' })).response.status).toBe(401)
  const stream = await listen(seller)
  await call(app, 'POST', '/api/authentication/sign-out', { token: seller.token, headers: ownHeaders(app) })
  await buy(app, form)
  await notifyAll(app)
  expect(await stream.next()).toBeUndefined()
})

test('a person can have five live streams open at the same time, even if thirty begin at once', async () => {
  const begun = await Promise.all(Array.from({ length: 30 }, () => listen(seller)))
  const streams = begun.filter(({ response }) => response.status === 200)
  expect(streams).toHaveLength(5)
  const sixth = await listen(seller)
  expect([sixth.response.status, sixth.response.headers.get('retry-after')]).toEqual([429, '60'])
  streams[0]?.close()
  await expect
    .poll(async () => {
      const again = await listen(seller)
      again.close()
      return again.response.status
    })
    .toBe(200)
  for (const stream of streams) stream.close()
})

test('stopping the server closes live streams cleanly', async () => {
  const other = await startTestApp()
  const owner = await signUpSeller(other)
  const response = await fetch(`${other.url}${livePath}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  await other.close()
  // If a stream were cut off instead of closed, reading it to its end would fail.
  expect(await response.text()).toBe(': \n\n')
})
