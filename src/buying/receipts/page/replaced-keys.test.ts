// A key that was emailed to a wrong address must open nothing once the address is corrected.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addFile } from '#accounts/uploads/test-files.ts'
import { order } from '#buying/upsells/test-offers.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Contract, Route } from '#foundation/http/contract/contract.ts'
import { purchaseSecret } from '#payments/purchases/purchase.ts'
import { subscribe } from '#payments/subscriptions/test-subscriptions.ts'
import { ask, customerWith } from '#selling/customers/test-customers.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { contracts } from '#test-contracts.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true } })
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

type Bought = { readonly purchaseId: string; readonly secret: string }

const correct = async (from: string, to: string) => {
  const { id } = await customerWith(app, seller, from)
  expect((await ask(app, seller, 'POST', `${id}/email`, { email: to })).status).toBe(200)
}
const generation = (purchaseId: string, keyGeneration: number) =>
  purchaseSecret(app.config.authSecret, { id: purchaseId, keyGeneration })

const visit = async (path: string, method = 'GET') => {
  const answer = await fetch(app.url + path, {
    method,
    redirect: 'manual',
    ...(method === 'POST' && {
      body: new URLSearchParams(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  })
  return { status: answer.status, text: await answer.text() }
}
const pageOf = async ({ purchaseId, secret }: Bought) => visit(`/purchases/${purchaseId}?key=${secret}`)
const click = async ({ purchaseId, secret }: Bought) =>
  visit(`/purchases/${purchaseId}/link?key=${secret}`, 'POST')

/** Any values for the other inputs of the routes, because the key is checked first. */
const others: Readonly<Record<string, unknown>> = {
  total: 1,
  price: newId(),
  from: new Date().toISOString(),
  after: null,
  payoffId: newId(),
  change: newId(),
  setupIntentId: 'seti_1Nf6sE2eZvKYlo2C0Qp3rYvT',
  paymentMethodId: null,
}

const shapeOf = (schema: unknown): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

const keyed = contracts
  .flatMap((contract: Contract): Route[] => Object.values(contract))
  .filter(({ access, body }) => access === 'anyone' && shapeOf(body).includes('secret'))

const tryAll = async ({ purchaseId, secret }: Bought) =>
  Promise.all(
    keyed.map(async ({ method, path, body }) => {
      const asked = shapeOf(body).flatMap((name) => (name in others ? [[name, others[name]]] : []))
      const { status } = await call(
        app,
        method,
        `/api${path.replace(':id', purchaseId).replaceAll(/:\w+/g, newId())}`,
        {
          body: { ...Object.fromEntries(asked), secret },
          headers: { 'idempotency-key': newId() },
        },
      )
      return `${method} ${path}: ${status}`
    }),
  )

const pages = [
  ['GET', ''],
  ['GET', '/invoice.pdf'],
  ['GET', '/calendar.ics'],
  ['GET', '/withdraw'],
  ['POST', '/withdraw'],
  ['POST', '/invoice-details'],
  ['POST', '/early-start'],
] as const

// Proves purchase-key.
test('a key sent to a wrong email address opens nothing after the correction', async () => {
  const { purchaseId, secret } = await subscribe(app, seller, {}, { email: 'mia@gmial.example' })
  const now = (n: number) => ({ purchaseId, secret: generation(purchaseId, n) })
  expect([secret, (await pageOf({ purchaseId, secret })).status]).toEqual([generation(purchaseId, 0), 200])

  await correct('mia@gmial.example', 'MIA@gmial.example')
  expect((await pageOf(now(0))).status).toBe(200)
  await correct('MIA@gmial.example', 'mia@gmail.example')
  await correct('mia@gmail.example', 'mia@gmial.example')

  for (const ended of [now(0), now(1)]) {
    expect((await tryAll(ended)).filter((line) => !line.endsWith(' 410'))).toEqual([])
    for (const [method, path] of pages) {
      const { status, text } = await visit(`/purchases/${purchaseId}${path}?key=${ended.secret}`, method)
      expect([method, path, status]).toEqual([method, path, expect.toBeOneOf([303, 410])])
      expect(text).not.toContain(now(2).secret)
      expect(text).not.toMatch(/mia@/i)
    }
  }
  expect((await pageOf(now(2))).status).toBe(200)
  expect((await pageOf(now(3))).status).toBe(410)
  expect((await pageOf({ purchaseId, secret: `2.${secret}` })).status).toBe(404)
})

// Proves purchase-key.
test('a download link made with a replaced key gives access to no file', async () => {
  const form = await createTestForm(app, seller, { files: [await addFile(app, seller, 'Water.txt')] })
  const bought = await order(app, form, { email: 'noa@gmial.example' })
  const link = /\/purchases\/[^"]*\/files\/[^"]+/
    .exec((await pageOf(bought)).text)?.[0]
    .replaceAll('&amp;', '&')
  expect((await visit(link ?? '')).text).toBe('Water flows.')
  await correct('noa@gmial.example', 'noa@gmail.example')
  expect((await visit(link ?? '')).text).not.toContain('Water flows.')
})

// Proves purchase-key.
test('the holder of a replaced link can have the current one emailed to the corrected address', async () => {
  const form = await createTestForm(app, seller)
  const bought = await order(app, form, { email: 'ole@gmial.example' })
  await correct('ole@gmial.example', 'ole@gmail.example')
  expect((await pageOf(bought)).text).toContain('This link was replaced')
  const said: number[] = []
  for (let n = 0; n < 6; n += 1) {
    app.clock.advance(61)
    said.push((await click(bought)).status)
  }
  expect(said).toEqual([200, 200, 200, 200, 200, 429])
  const mails = await app.services.db
    .selectFrom('mails')
    .select('recipient')
    .where('purchaseId', '=', bought.purchaseId)
    .execute()
  expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set(['ole@gmail.example']))
})

test('invoice details can be changed five times a day, and a rejected change keeps what was typed', async () => {
  const bought = await order(app, await createTestForm(app, seller))
  const save = async (city: string) => {
    const fields = ['name', 'addressLine1', 'addressLine2', 'postalCode', 'country', 'taxNumber']
    const answer = await fetch(
      `${app.url}/purchases/${bought.purchaseId}/invoice-details?key=${bought.secret}`,
      {
        method: 'POST',
        body: new URLSearchParams({ ...Object.fromEntries(fields.map((name) => [name, ''])), city }),
        redirect: 'manual',
      },
    )
    return { status: answer.status, text: await answer.text() }
  }
  for (const city of ['A', 'B', 'C', 'D', 'E']) expect((await save(city)).status).toBe(303)
  const refused = await save('Sixth')
  expect(refused.status).toBe(422)
  expect(/These details were changed too often today/.test(refused.text)).toBe(true)
  expect(/value="Sixth"/.test(refused.text)).toBe(true)
  expect((await save('E')).status).toBe(303)
  const today = app.clock.now()
  app.clock.advance(24 * 60 * 60 + 1)
  expect((await save('Sixth')).status).toBe(303)
  // The tokens of other tests expire within a day.
  app.clock.set(today)
})
