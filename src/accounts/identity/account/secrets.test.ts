import { expect, test } from 'vitest'
import { z } from 'zod'
import { startMailServer } from '#foundation/mail/mail-test-server.ts'
import { call, startTestApp } from '#test-app.ts'

const canary = {
  email: 'canary-address@example.com',
  name: 'Canary Name',
  password: 'canary first password',
  changed: 'canary second password',
  message: 'canary message',
}

// Proves private-logs.
test('no log or stored email contains people’s input or emailed keys', async () => {
  const lines: string[] = []
  const mailServer = await startMailServer()
  const mail = { smtpUrl: mailServer.url, from: 'shop@example.com', contact: 'help@example.com' }
  const app = await startTestApp({ config: { mail }, log: { write: (line) => lines.push(line) } })
  app.startWork()
  const { email, name, password, changed, message } = canary
  const post = (path: string, body: object, token?: string) =>
    call(app, 'POST', `/api/${path}`, { body, ...(token === undefined ? {} : { token }) })

  const signedUp = await post('authentication/sign-up', { email, name, password })
  const { token } = z.object({ token: z.string() }).parse(signedUp.body)
  await post('authentication/register', { email, name, plan: 'None' }, token)
  await post('authentication/forgot-password', { email })
  await post('authentication/sign-in', { email, password: 'canary wrong password' })
  await post('contact-us', { name, email, subject: 'A question', message })
  await expect.poll(() => mailServer.mails.length).toBe(3)
  const texts = mailServer.mails.map(({ bodies }) => bodies.get('text/plain') ?? '')
  const keys = texts.flatMap((text) => /#([\w-]{43})/.exec(text)?.[1] ?? [])
  for (const key of keys) {
    await post('authentication/confirm-email', { token: key })
    await post('authentication/reset-password', { token: key, password: changed })
  }
  const stored = await app.services.db.selectFrom('mails').select(['subject', 'text', 'html']).execute()
  await app.close()
  await mailServer.close()

  expect(keys).toHaveLength(2)
  const log = lines.join('')
  expect(log).toMatch(/password reset asked.*password reset/s)
  expect(log).toMatch(/sign-in failed/)
  for (const secret of [...keys, email, name, password, changed, message, 'canary wrong', token]) {
    expect(log).not.toContain(secret)
    expect(JSON.stringify(stored)).not.toContain(secret)
  }
})
