import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { call } from '#test-app.ts'
import { describeDevice, shortAddress } from '#accounts/identity/notify.ts'
import { openSession } from '../security-contract.ts'
import { cookieOf, startPeople, tokenOf, userOf, type People, type Person } from '../test-people.ts'

let people: People
beforeAll(async () => {
  people = await startPeople()
})
afterAll(async () => people.app.close())

const list = async (token: string) => {
  const { body } = await call(people.app, 'GET', '/api/account/sessions', { token })
  return z.object({ data: z.array(openSession) }).parse(body).data
}
const signInWith = (person: Person, userAgent: string) =>
  people.post('sign-in', { email: person.email, password: person.password }, { 'user-agent': userAgent })
const end = (token: string, id: string) =>
  call(people.app, 'DELETE', `/api/account/sessions/${id}`, { token })
const endAll = (token: string, which: string) =>
  call(people.app, 'POST', '/api/account/sessions/end', { token, body: { which } })

test('a person sees their open sessions, most recently used first', async () => {
  const { person, answer } = await people.signUp()
  people.app.clock.advance(60)
  const phone = await signInWith(
    person,
    'Mozilla/5.0 (iPhone; CPU) AppleWebKit/605 Version/18.0 Safari/604.1',
  )
  const data = await list(tokenOf(phone))

  expect(data).toMatchObject([
    { device: 'Safari on iPhone', address: '127.0.0.*', isThis: true },
    { isThis: false },
  ])
  people.app.clock.advance(60)
  await people.post('refresh', {}, { cookie: cookieOf(answer) })
  expect((await list(tokenOf(phone))).map(({ isThis }) => isThis)).toEqual([false, true])
})

test('a session can be ended only by its user and ends immediately', async () => {
  const { person, answer } = await people.signUp()
  const stranger = tokenOf((await people.signUp()).answer)
  const other = tokenOf(await people.signIn(person))
  const [mine] = (await list(tokenOf(answer))).filter(({ isThis }) => !isThis)
  const id = mine?.id ?? ''

  for (const wrong of [id, 'nonsense', id.replace(/.$/, id.endsWith('0') ? '1' : '0')]) {
    expect((await end(stranger, wrong)).status).toBe(404)
  }
  expect((await end(tokenOf(answer), id)).status).toBe(200)
  expect(await people.reads(other, userOf(answer).id)).toBe(401)
  expect(await people.reads(tokenOf(answer), userOf(answer).id)).toBe(200)
  expect((await end(tokenOf(answer), id)).status).toBe(404)
})

test('signing out everywhere ends the other sessions and, if requested, the current one', async () => {
  const { person, answer } = await people.signUp()
  const { id } = userOf(answer)
  const others = [tokenOf(await people.signIn(person)), tokenOf(await people.signIn(person))]
  expect((await endAll(tokenOf(answer), 'others')).status).toBe(200)
  expect(await Promise.all(others.map((token) => people.reads(token, id)))).toEqual([401, 401])
  expect(await people.reads(tokenOf(answer), id)).toBe(200)
  expect((await endAll(tokenOf(answer), 'all')).status).toBe(200)
  expect(await people.reads(tokenOf(answer), id)).toBe(401)
  expect((await people.post('refresh', {}, { cookie: cookieOf(answer) })).status).toBe(401)
})

test('a session stores only a shortened IP address', () => {
  expect(shortAddress('203.0.113.77')).toBe('203.0.113.*')
  expect(shortAddress('::ffff:203.0.113.77')).toBe('203.0.113.*')
  expect(shortAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::')
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18 Safari/605',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.5.0', 'Command line or other app'],
  [null, 'Command line or other app'],
])('the browser "%s" is described as %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device)
})
