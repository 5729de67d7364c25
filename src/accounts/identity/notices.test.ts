import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startMailServer, type MailServer } from '#foundation/mail/mail-test-server.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import { createMailer } from '#foundation/mail/send-mails.ts'
import { call } from '#test-app.ts'
import { noticeWriters } from './account/write-mails.ts'
import { findTestMail, keyFrom } from './test-mails.ts'
import { startPeople, tokenOf, userOf, type People, type Person } from './test-people.ts'

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const newPassword = 'another fine password'

let people: People
let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
  people = await startPeople({
    mail: {
      smtpUrl: server.url,
      from: 'Tillform <no-reply@tillform.localhost>',
      contact: 'help@x.localhost',
    },
  })
})
afterAll(async () => {
  await people.app.close()
  await server.close()
})

/** Signs up a person with a confirmed address. */
const register = async (person: Person = people.newPerson()) => {
  const { answer } = await people.signUp(person)
  const token = tokenOf(answer)
  const { id } = userOf(answer)
  await people.app.services.db
    .updateTable('users')
    .set({ emailVerified: true })
    .where('id', '=', id)
    .execute()
  return { person, token, id }
}
const send = (token: string, path: string, body: object = {}) =>
  call(people.app, 'POST', `/api/account/${path}`, { token, body, headers: firefox })
const noticesOf = async (userId: string) =>
  (
    await people.app.services.db
      .selectFrom('mails')
      .select('kind')
      .where('userId', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind.replace('account-', ''))

test('the email about a new password contains the time, the device and a reset link', async () => {
  const { person, token } = await register()
  const body = { currentPassword: person.password, newPassword }
  expect((await people.post('change-password', body, firefox, token)).status).toBe(200)
  const mail = await findTestMail(people.app, person.email, 'account-password-changed')

  expect(mail?.text).toContain('Hello Ada Lovelace,')
  expect(mail?.text).toMatch(
    /When: \d+ \w{3} \d{4}, \d\d:\d\d UTC\. From: Firefox on Linux, address 127\.0\.0\.\*/,
  )
  expect(mail?.text).toContain(`Reset password:\n${people.app.config.publicUrl}/forgot-password`)
  expect(mail?.key).toBe('')
})

test('each change to the second factor and each used recovery code sends one email', async () => {
  const { person, token, id } = await register()
  const { password } = person
  const begun = await send(token, 'second-factor', { password })
  const { key } = z.object({ key: z.string() }).parse(begun.body)
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  const code = app.generate({ timestamp: people.app.clock.now().getTime() })
  expect(await noticesOf(id)).toEqual([])
  expect((await send(token, 'second-factor/confirm', { code })).status).toBe(200)
  expect((await send(token, 'second-factor/confirm', { code })).status).toBe(422)
  const renewed = await send(token, 'second-factor/recovery-codes', { password })
  const { recoveryCodes } = z.object({ recoveryCodes: z.array(z.string()) }).parse(renewed.body)
  const signIn = (typed: string | undefined) =>
    people.post('sign-in', { email: person.email, password, code: typed }, firefox)
  expect((await signIn('000000')).status).toBe(401)
  expect((await signIn(recoveryCodes[0])).status).toBe(200)
  expect((await signIn(recoveryCodes[0])).status).toBe(401)
  const used = await findTestMail(people.app, person.email, 'account-recovery-code-used')
  expect(used?.text).toContain('a recovery code. 9 are left.')
  for (const status of [200, 200]) {
    expect((await send(token, 'second-factor/end', { password })).status).toBe(status)
  }

  expect(await noticesOf(id)).toEqual([
    'second-factor-on',
    'recovery-codes-renewed',
    'recovery-code-used',
    'new-sign-in',
    'second-factor-off',
  ])
  expect(
    JSON.stringify(await people.app.services.db.selectFrom('mails').selectAll().execute()),
  ).not.toContain(recoveryCodes[1])
})

test('signing out everywhere sends an email only if there was another session', async () => {
  const { person, token, id } = await register()
  await send(token, 'sessions/end', { which: 'others' })
  expect(await noticesOf(id)).toEqual([])
  await people.signIn(person)
  await send(token, 'sessions/end', { which: 'others' })
  await send(token, 'sessions/end', { which: 'all' })

  expect(await noticesOf(id)).toEqual(['new-sign-in', 'sessions-ended'])
})

test('a sign-in from a new browser sends an email, but one from a known browser does not', async () => {
  const { person, id } = await register()
  const enter = (cookie = '') =>
    people.post('sign-in', { email: person.email, password: person.password }, { ...firefox, cookie })
  const cookieIn = ({ headers }: { readonly headers: Headers }) =>
    headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('tillform-device='))
      ?.split(';')[0] ?? ''
  const known = cookieIn(await enter())
  expect(await noticesOf(id)).toEqual(['new-sign-in'])
  const again = await enter(`a=b; ${known}`)
  expect(await noticesOf(id)).toHaveLength(1)

  const other = await register()
  const shared = cookieIn(
    await people.post(
      'sign-in',
      { email: other.person.email, password: other.person.password },
      { cookie: cookieIn(again) },
    ),
  )
  expect(await noticesOf(other.id)).toEqual(['new-sign-in'])
  await enter(shared)
  expect(await noticesOf(id)).toHaveLength(1)
  await enter(known.replace(/.{5}$/, 'AAAAA'))
  expect(await noticesOf(id)).toHaveLength(2)
})

test('a person with an unconfirmed address gets no emails about sign-ins', async () => {
  const { person, answer } = await people.signUp()
  await people.signIn(person)
  expect(await noticesOf(userOf(answer).id)).toEqual([])
})

test('the old address gets an email when an email change is requested and when it is done', async () => {
  const { person, answer } = await people.signUp()
  const token = tokenOf(answer)
  const email = people.newPerson().email
  await people.post('change-email', { email, password: person.password }, firefox, token)
  const asked = await findTestMail(people.app, person.email, 'account-email-change-asked')
  expect(asked?.text).toContain('From: Firefox on Linux')
  await people.post('confirm-email', { token: await keyFrom(people.app, email, 'account-change-to') })

  const done = await findTestMail(people.app, person.email, 'account-email-changed')
  expect(done?.text).toContain(`Contact us:\n${people.app.config.publicUrl}/contact-us`)
  expect(done?.text).not.toContain(email)
})

test('a person’s name cannot inject headers or links into an account email', async () => {
  const name = 'Ada\r\nBcc: eve@evil.example <b>http://evil.example</b>'
  const { person, token } = await register({ ...people.newPerson(), name: 'Ada' })
  await people.app.services.db.updateTable('users').set({ name }).where('email', '=', person.email).execute()
  await people.post(
    'change-password',
    { currentPassword: person.password, newPassword },
    { 'user-agent': 'http://evil.example/Firefox/1' },
    token,
  )
  const { db, clock, log, metrics, tracer } = people.app.services
  const { mail, publicUrl } = people.app.config
  const mailer = createMailer({
    db,
    clock,
    log,
    metrics,
    tracer,
    smtpUrl: mail.smtpUrl,
    isProduction: true,
    from: mail.from,
    writers: noticeWriters(db, { publicUrl }),
    render: people.app.renderMail,
  })
  for (let due = 1; due > 0;) {
    due = Math.max(...(await Promise.all([mailer.sendDue(), mailer.sendDue()])))
  }
  mailer.close()
  const got = server.mails.filter(({ envelope }) => envelope.to.includes(person.email))

  expect(got).toHaveLength(1)
  const [notice] = got
  expect(notice?.headers.get('subject')).toBe('Your password was changed')
  expect(notice?.headers.has('bcc')).toBe(false)
  const text = notice?.bodies.get('text/plain') ?? ''
  expect(text).toContain(`Hello ${plainName(name)},`)
  expect(text).not.toContain('http://evil')
  expect(text).toContain('From: Firefox, address')
  expect(notice?.bodies.get('text/html')).not.toContain('<b>')
})
