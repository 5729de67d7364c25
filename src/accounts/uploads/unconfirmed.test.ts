import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { addFile, tinyVideo } from './test-files.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const begin = (token: string) =>
  call(app, 'POST', '/api/uploads/begun', {
    token,
    body: {
      name: 'Lesson 1.mp4',
      size: 100 * 1024 ** 2,
      modifiedAt: 1,
      beginning: tinyVideo.toString('base64'),
    },
  })

// Proves upload-announcements.
test('a new account must confirm its address before a large upload but not a small one', async () => {
  const seller = await signUpSeller(app, { isOnboarded: false, plan: 'trial' })
  expect(await begin(seller.token)).toMatchObject({ status: 403, body: { code: 'email_unconfirmed' } })
  expect(await addFile(app, seller, 'guide.txt')).toMatchObject({ name: 'guide.txt' })
  await app.services.db
    .updateTable('users')
    .set({ emailVerified: true })
    .where('id', '=', seller.userId)
    .execute()
  expect(await begin(seller.token)).toMatchObject({ status: 201 })
})

test('a seller with a Stripe account can upload large files without confirming the address', async () => {
  const { token } = await signUpSeller(app)
  expect(await begin(token)).toMatchObject({ status: 201 })
})
