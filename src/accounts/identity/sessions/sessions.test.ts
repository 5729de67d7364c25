import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '#test-app.ts'
import { ownRequestHeaders } from '../contract.ts'
import { pruneSessions } from './sessions.ts'
import { cookieOf, startPeople, tokenOf, userOf, type People } from '../test-people.ts'

let people: People
beforeAll(async () => {
  people = await startPeople()
})
afterAll(async () => people.app.close())

test('only the session cookie renews the access token', async () => {
  const { answer } = await people.signUp()
  const renewed = await people.post('refresh', {}, { cookie: cookieOf(answer) })

  expect(renewed.status).toBe(200)
  expect(await people.reads(tokenOf(renewed), userOf(answer).id)).toBe(200)
  expect((await people.post('refresh', {})).status).toBe(401)
  expect((await people.post('refresh', {}, { cookie: '' }, tokenOf(answer))).status).toBe(401)
  const forged = `${cookieOf(renewed).replace(/[^.]+$/, '')}${'A'.repeat(43)}`
  expect((await people.post('refresh', {}, { cookie: forged })).status).toBe(401)
})

// Proves session-tokens.
test('an access token expires after 15 minutes unless the cookie renews it', async () => {
  const { answer } = await people.signUp()
  people.app.clock.advance(15 * 60 + 1)

  expect(await people.reads(tokenOf(answer), userOf(answer).id)).toBe(401)
  const renewed = await people.post('refresh', {}, { cookie: cookieOf(answer) })
  expect(await people.reads(tokenOf(renewed), userOf(answer).id)).toBe(200)
})

const renew = (cookie: string) => people.post('refresh', {}, { cookie })

test('each renewal replaces the session cookie', async () => {
  const { answer } = await people.signUp()
  const first = cookieOf(answer)
  const second = await renew(first)
  expect(second.status).toBe(200)
  expect(cookieOf(second)).not.toBe(first)
  people.app.clock.advance(3600)
  const third = await renew(cookieOf(second))
  expect(third.status).toBe(200)
  expect(new Set([first, cookieOf(second), cookieOf(third)]).size).toBe(3)
})

test('tabs that renew simultaneously all succeed and get the same cookie', async () => {
  const { answer } = await people.signUp()
  const answers = await Promise.all(Array.from({ length: 5 }, () => renew(cookieOf(answer))))

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const [next, ...others] = new Set(answers.map(cookieOf))
  expect(others).toEqual([])
  people.app.clock.advance(60)
  expect((await renew(next ?? '')).status).toBe(200)
})

// Proves session-tokens.
test('a used session cookie that returns later ends the session for both holders', async () => {
  const { person, answer } = await people.signUp()
  const elsewhere = await people.signIn(person)
  const stolen = cookieOf(answer)
  const renewed = await renew(stolen)
  people.app.clock.advance(31)
  const replayed = await renew(stolen)

  expect(replayed.status).toBe(401)
  expect(replayed.headers.getSetCookie().join()).toMatch(/tillform-session=; Max-Age=0/)
  expect((await renew(cookieOf(renewed))).status).toBe(401)
  expect(await people.reads(tokenOf(renewed), userOf(answer).id)).toBe(401)
  expect((await renew(cookieOf(elsewhere))).status).toBe(200)
})

test('a cookie from two renewals ago ends the session, even within the grace period for tabs', async () => {
  const { answer } = await people.signUp()
  const second = await renew(cookieOf(answer))
  const third = await renew(cookieOf(second))

  expect((await renew(cookieOf(answer))).status).toBe(401)
  expect((await renew(cookieOf(third))).status).toBe(401)
})

test('a session used every week ends 30 days after its sign-in', async () => {
  const { answer } = await people.signUp()
  const [{ id }, week] = [userOf(answer), 7 * 24 * 3600]
  let last = answer
  for (const wait of [week, week, week, week, 2 * 24 * 3600 - 60]) {
    people.app.clock.advance(wait)
    last = await renew(cookieOf(last))
    expect(last.status).toBe(200)
  }
  expect(await people.reads(tokenOf(last), id)).toBe(200)
  people.app.clock.advance(61)

  expect(await people.reads(tokenOf(last), id)).toBe(401)
  expect((await renew(cookieOf(last))).status).toBe(401)
})

// Proves audit-retention.
test('a session ends after 14 days without use', async () => {
  const day = 24 * 60 * 60
  const { answer } = await people.signUp()
  people.app.clock.advance(13 * day)
  const used = await renew(cookieOf(answer))
  people.app.clock.advance(13 * day)
  const again = await renew(cookieOf(used))
  expect([used.status, again.status]).toEqual([200, 200])
  people.app.clock.advance(14 * day + 1)
  expect((await renew(cookieOf(again))).status).toBe(401)
  await pruneSessions(people.app.services)
  expect(await people.app.services.db.selectFrom('sessions').select('id').execute()).toEqual([])
})

test('signing out immediately ends only that session’s token and cookie', async () => {
  const { person, answer } = await people.signUp()
  const elsewhere = await people.signIn(person)
  const { id } = userOf(answer)
  const out = await people.post('sign-out', {}, { cookie: cookieOf(answer) }, tokenOf(answer))

  expect(out.status).toBe(200)
  expect(out.headers.getSetCookie().join()).toMatch(/tillform-session=;.*Max-Age=0/)
  expect(await people.reads(tokenOf(answer), id)).toBe(401)
  expect((await people.post('refresh', {}, { cookie: cookieOf(answer) })).status).toBe(401)
  expect(await people.reads(tokenOf(elsewhere), id)).toBe(200)
})

test('signing out with only the token or only the cookie also ends the session', async () => {
  for (const kind of ['token', 'cookie'] as const) {
    const { answer } = await people.signUp()
    const [cookie, token] = [cookieOf(answer), tokenOf(answer)]
    await (kind === 'token'
      ? people.post('sign-out', {}, {}, token)
      : people.post('sign-out', {}, { cookie }))
    expect(await people.reads(token, userOf(answer).id)).toBe(401)
    expect((await people.post('refresh', {}, { cookie })).status).toBe(401)
  }
})

// Proves session-tokens.
test('requests from other sites to routes that use cookies are rejected', async () => {
  const { person, answer } = await people.signUp()
  const headers = { cookie: cookieOf(answer) }
  for (const origin of ['https://evil.example', 'null', `${people.app.url}.evil.example`]) {
    for (const [name, body] of [
      ['refresh', {}],
      ['sign-out', {}],
      ['sign-in', { email: person.email, password: person.password }],
      ['sign-up', people.newPerson()],
    ] as const) {
      const refused = await people.post(name, body, { ...headers, origin })
      expect([name, refused.status]).toEqual([name, 403])
      expect(refused.headers.getSetCookie()).toEqual([])
    }
  }
  for (const name of ['refresh', 'sign-out']) {
    const bare = { origin: people.app.url, ...headers }
    const path = `/api/authentication/${name}`
    const withoutHeader = await call(people.app, 'POST', path, { body: {}, headers: bare })
    const withoutOrigin = await call(people.app, 'POST', path, {
      body: {},
      headers: { ...headers, ...ownRequestHeaders },
    })
    expect([name, withoutHeader.status, withoutOrigin.status]).toEqual([name, 403, 403])
  }
  expect((await people.post('refresh', {}, headers)).status).toBe(200)
})

// Proves session-tokens.
test('session cookies are out of reach of scripts and other sites', async () => {
  const { answer } = await people.signUp()
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split('; '))

  expect(cookies.map(([pair = '', ...attributes]) => [pair.split('=')[0], attributes.toSorted()])).toEqual([
    ['tillform-session', ['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Strict']],
    ['tillform-device', ['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Strict']],
  ])
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('twenty simultaneous sign-ins all succeed, each with a separate session', async () => {
  const { person } = await people.signUp()
  const answers = await Promise.all(Array.from({ length: 20 }, () => people.signIn(person)))

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map(cookieOf)).size).toBe(20)
})

test('simultaneous callers are each authenticated as themselves', async () => {
  const signUps = await Promise.all(Array.from({ length: 10 }, () => people.signUp()))
  const callers = signUps.map(({ answer }) => ({ token: tokenOf(answer), id: userOf(answer).id }))
  const [gone, ...staying] = callers
  await people.post('sign-out', {}, {}, gone?.token)

  const reads = (ids: readonly string[]) =>
    Promise.all(callers.map(({ token }, index) => people.reads(token, ids[index] ?? '')))
  const own = callers.map(({ id }) => id)
  expect(await reads(own)).toEqual([401, ...staying.map(() => 200)])
  expect(await reads(own.toReversed())).toEqual([401, ...staying.map(() => 404)])
})

test('a session whose user has no seller is rejected without causing a server error', async () => {
  const { answer } = await people.signUp()
  await people.app.services.db.deleteFrom('members').where('userId', '=', userOf(answer).id).execute()

  expect(await people.reads(tokenOf(answer), userOf(answer).id)).toBe(401)
})
