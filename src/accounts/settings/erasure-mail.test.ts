import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { findTestMail } from '#accounts/identity/test-mails.ts'
import { eraseSent, markAllSent } from '#foundation/mail/change-mails.ts'
import { call, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test('an erased account is confirmed by email, whose text and recipient are erased once it is sent', async () => {
  const { userId, token } = await signUpSeller(app, { plan: 'trial' })
  const { body } = await call(app, 'GET', `/api/users/${userId}`, { token })
  const { email } = z.object({ email: z.string() }).parse(body)
  const erased = await call(app, 'POST', '/api/account/erase', { token, body: { password: 'correct-horse' } })
  expect(erased.status).toBe(200)

  const mail = await findTestMail(app, email, 'account-erased')
  expect(mail?.text).toMatch(/^Hello Seller \d+,/)
  expect(mail?.text).toContain('Your shop is closed. Its sales stay on record')
  expect(mail?.text).toContain('/contact-us')
  const { db } = app.services
  expect(await eraseSent(db, 'account-erased')).toBe(0)
  await markAllSent(db)
  expect(await eraseSent(db, 'account-erased')).toBe(1)
  expect(await db.selectFrom('mails').select('id').where('recipient', '=', email).execute()).toEqual([])
})
