import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buy } from '#selling/notifications/test-notifications.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  seller = await signUpSeller(app)
})

const steps = async ({ token }: TestSeller) => (await call(app, 'GET', '/api/first-steps', { token })).body

test('a new shop sees its first steps until it has made a sale', async () => {
  expect(await steps(seller)).toEqual({ isOpen: true, formId: null })
  const form = await createTestForm(app, seller)
  expect(await steps(seller)).toEqual({ isOpen: true, formId: form })
  await buy(app, form)
  expect(await steps(seller)).toEqual({ isOpen: false, formId: form })
})

test('a shop that hides its first steps does not see them again', async () => {
  const other = await signUpSeller(app)
  for (const time of ['first', 'second']) {
    const { body } = await call(app, 'POST', '/api/first-steps/hide', { token: seller.token })
    expect([time, body]).toEqual([time, { isOpen: false, formId: null }])
  }
  expect(await steps(other)).toMatchObject({ isOpen: true })
})
