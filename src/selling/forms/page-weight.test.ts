import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller
let image: string
beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  image = await addPicture(app, seller)
})
afterAll(() => app.close())

const withId = z.object({ id: z.string() })

async function addBump(length: number): Promise<string> {
  const description = 'Three brushes '.padEnd(length, 'that last ')
  const body = { title: 'A set of brushes', image, description, amount: 19, currency: 'usd' }
  return withId.parse((await call(app, 'POST', '/api/bumps', { token: seller.token, body })).body).id
}

const change = (path: string, body: object) =>
  call(app, 'PATCH', `/api/${path}`, { token: seller.token, body })
const errorsOf = (answer: { readonly body: unknown }) => errorBody.parse(answer.body).errors

// Proves page-weight.
test('a form rejects bumps whose descriptions together are too long', async () => {
  const long = await Promise.all(Array.from({ length: 10 }, () => addBump(10_000)))
  const short = await addBump(20)
  const form = await createTestForm(app, seller, { bumps: long })
  const refused = await change(`forms/${form}`, { isDetailUpdate: false, bumps: [...long, short] })

  expect([refused.status, errorsOf(refused)]).toEqual([
    422,
    {
      bumps:
        'The descriptions of these order bumps have 100,020 characters together. A payment page can have up to 100,000. Shorten some, or choose fewer',
    },
  ])
  expect(
    (await change(`forms/${form}`, { isDetailUpdate: false, bumps: [...long.slice(1), short] })).status,
  ).toBe(200)
  const body = {
    title: 'A course in watercolor',
    description: 'Six weeks of light',
    amount: 9,
    currency: 'usd',
  }
  const made = await call(app, 'POST', '/api/forms', {
    token: seller.token,
    body: { ...body, image, bumps: [...long, short] },
  })
  expect(Object.keys(errorsOf(made) ?? {})).toEqual(['bumps'])
})

test('a bump’s description cannot grow beyond the limit of its payment pages', async () => {
  const bumps = await Promise.all(Array.from({ length: 10 }, () => addBump(9_500)))
  const small = await addBump(4_000)
  await createTestForm(app, seller, { title: 'Everything for painters', bumps: [...bumps, small] })
  const grow = (length: number) =>
    change(`bumps/${small}`, { description: 'Three brushes '.padEnd(length, 'that last ') })

  expect((await grow(5_000)).status).toBe(200)
  expect(errorsOf(await grow(5_001))).toEqual({
    description:
      'With this, the descriptions of the order bumps on “Everything for painters” have 100,001 characters together. A payment page can have up to 100,000',
  })
  expect((await grow(3_000)).status).toBe(200)
})

// Proves page-weight.
test('a form from before the limit is still shown and can be changed and shortened', async () => {
  const bumps = await Promise.all(Array.from({ length: 12 }, () => addBump(20)))
  const form = await createTestForm(app, seller, { bumps })
  await app.services.db
    .updateTable('bumps')
    .set({ description: 'x'.repeat(10_000) })
    .where('id', 'in', bumps)
    .execute()

  expect((await fetch(`${app.url}/payment/${form}`)).status).toBe(200)
  expect(
    (await change(`forms/${form}`, { isDetailUpdate: false, title: 'A course in oil colors', bumps })).status,
  ).toBe(200)
  expect((await change(`forms/${form}`, { isDetailUpdate: false, bumps: bumps.slice(1) })).status).toBe(200)
  expect((await change(`forms/${form}`, { isDetailUpdate: false, bumps })).status).toBe(422)
})
