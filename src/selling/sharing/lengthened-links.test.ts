import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { outcomeOf, pay } from '#buying/checkout/test-paying.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller
let form: string
beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterAll(() => app.close())

const marks = ['.', ')', ',', ';', '!', ':', ']', '*', '**', '%E2%80%A6', '%22', "'", '>', '%20', '%E2%80%8B']

/** The pages of a shop that buyers get a link to. */
async function links(): Promise<string[]> {
  const short = await call(app, 'GET', `/api/forms/${form}/short`, { token: seller.token })
  const shortPath = new URL(z.string().parse(short.body)).pathname
  const { purchaseId, secret } = outcomeOf(await pay(app, form))
  const shop = await app.services.db.selectFrom('sellers').select('id').executeTakeFirstOrThrow()
  return [
    `/payment/${form}`,
    shortPath,
    shortPath.toUpperCase(),
    `/PAYMENT/${form.toUpperCase()}`,
    `/purchases/${purchaseId}?key=${secret}`,
    `/my/${shop.id}`,
    `/withdraw/${shop.id}`,
    `/cancel-contract/${shop.id}`,
  ]
}

test('a link that a chat, a sentence or a mail program has lengthened opens the page that was meant', async () => {
  const lost: string[] = []
  for (const link of await links()) {
    for (const mark of ['', ...marks, '&utm_source=x']) {
      const { status, redirected } = await fetch(app.url + link + mark)
      const isRight = status === 200 && (mark === '' || mark === '&utm_source=x' || redirected)
      if (!isRight) lost.push(`${link}${mark}: ${status}`)
    }
  }
  expect(lost).toEqual([])
})
