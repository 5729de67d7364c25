import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { call } from '#test-app.ts'
import { startPeople, tokenOf, type People } from '../test-people.ts'

let people: People
beforeAll(async () => {
  people = await startPeople({ areRatesLimited: true })
})
afterAll(async () => people.app.close())

test('a person can enter ten codes in 15 minutes, counting the settings and sign-ins together', async () => {
  const { person, answer } = await people.signUp()
  const token = tokenOf(answer)
  const post = (path: string, body: object) =>
    call(people.app, 'POST', `/api/account/second-factor${path}`, { token, body })
  const { key } = z.object({ key: z.string() }).parse((await post('', { password: person.password })).body)
  const totp = new TOTP({ secret: Secret.fromBase32(key) })
  const code = () => totp.generate({ timestamp: people.app.clock.now().getTime() })
  const { email, password } = person
  const signIn = () => people.post('sign-in', { email, password, code: code() })

  for (let guess = 0; guess < 9; guess += 1) {
    expect((await post('/confirm', { code: 'wrong' })).status).toBe(422)
  }
  expect((await post('/confirm', { code: code() })).status).toBe(200)
  people.app.clock.advance(30)
  const refused = await signIn()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '870'])
  people.app.clock.advance(15 * 60)
  expect((await signIn()).status).toBe(200)
})
