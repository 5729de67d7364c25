import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { errorsOf } from '#accounts/identity/test-people.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { startMailServer, type MailServer } from '#foundation/mail/mail-test-server.ts'
import { answerChallenge } from '#foundation/limits/test-proving.ts'
import { call, startTestApp, type TestApp } from '#test-app.ts'

let app: TestApp
let mailServer: MailServer
beforeAll(async () => {
  mailServer = await startMailServer()
  const mail = {
    smtpUrl: mailServer.url,
    from: 'Tillform <no-reply@tillform.localhost>',
    contact: 'help@example.com',
  }
  app = await startTestApp({ config: { mail } })
  app.startWork()
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})

const message = {
  name: 'Bea Novak',
  email: 'bea@example.com',
  subject: 'A question',
  message: 'Does it work\non two lines? <b>Yes</b>',
}
const send = (fields: object = {}) =>
  call(app, 'POST', '/api/contact-us', { body: { ...message, ...fields } })

const received = async (subject: string) => {
  const find = () => mailServer.mails.find(({ headers }) => headers.get('subject') === `Contact: ${subject}`)
  await expect.poll(find).toBeDefined()
  const mail = find()
  if (mail === undefined) throw new Error('No mail came')
  return mail
}

test('a contact message reaches the operators, and a reply goes to its sender', async () => {
  expect((await send()).status).toBe(202)
  const mail = await received('A question')

  expect(mail.envelope.to).toEqual(['help@example.com'])
  expect(mail.headers.get('reply-to')).toBe('bea@example.com')
  expect(mail.headers.get('subject')).toBe('Contact: A question')
  expect(mail.bodies.get('text/plain')).toContain('Does it work\r\non two lines? <b>Yes</b>')
  expect(mail.bodies.get('text/html')).toContain('&lt;b>Yes&lt;/b>')
})

test('a contact message that the mail server rejected is retried with the same reply address', async () => {
  mailServer.refusal = { code: 451, message: 'Later' }
  await send({ subject: 'Again' })
  const { db } = app.services
  const attempts = async () =>
    (await db.selectFrom('mails').select('attempts').where('sentAt', 'is', null).executeTakeFirst())?.attempts
  await expect.poll(attempts).toBe(1)
  mailServer.refusal = undefined
  app.clock.advance(3_600)

  expect((await received('Again')).headers.get('reply-to')).toBe('bea@example.com')
})

test('a sender’s name or subject cannot inject email headers', async () => {
  await send({ name: 'Eve\r\nBcc: all@example.com', subject: 'Hi\r\nBcc all' })
  const mail = await received('Hi Bcc all')

  expect(mail.headers.has('bcc')).toBe(false)
  expect(mail.envelope.to).toEqual(['help@example.com'])
})

test('a missing or malformed contact field is reported for that field', async () => {
  expect(errorsOf(await send({ name: ' ', subject: '', message: ' ', email: '' }))).toEqual({
    name: 'This field is required',
    email: 'This field is required',
    subject: 'This field is required',
    message: 'This field is required',
  })
  expect(errorsOf(await send({ email: 'nonsense' }))).toEqual({ email: 'Enter a valid email' })
  expect(errorsOf(await send({ message: 'x'.repeat(10_001) }))).toHaveProperty('message')
})

test('after a hundred contact messages in an hour, each further message needs a proof of work', async () => {
  const limited = await startTestApp({ config: { areRatesLimited: true } })
  const sendWith = (headers: Record<string, string> = {}) =>
    call(limited, 'POST', '/api/contact-us', { body: message, headers })
  try {
    const inAll = { rule: 'contactInAll', subject: '' } as const
    for (let sent = 0; sent < 100; sent += 1) await limited.services.limiter.count([inAll])
    const asked = await sendWith()
    const { challenge } = z.object({ challenge: z.string() }).parse(errorBody.parse(asked.body).details)
    const proof = { 'proof-of-work': answerChallenge(challenge) }

    expect(asked.status).toBe(428)
    expect((await sendWith(proof)).status).toBe(202)
    expect((await sendWith(proof)).status).toBe(428)
    limited.clock.advance(3_601)
    expect((await sendWith()).status).toBe(202)
  } finally {
    await limited.close()
  }
})
