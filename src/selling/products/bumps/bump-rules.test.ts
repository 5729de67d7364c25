import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { newId } from '#foundation/db/new-id.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { newKey, pay } from '#buying/checkout/pay/test-paying.ts'
import { formsContract } from '#selling/forms/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { bumpsContract } from '#selling/products/contract.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const ask = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
  call(app, method, `/api${path}`, { token: seller.token, body })
const errorsOf = (answer: { body: unknown }) => errorBody.parse(answer.body).errors
const pageOf = async (form: string) => (await fetch(`${app.url}/payment/${form}`)).text()

test('a bump for one price is sold with that price only, and its copy keeps the price', async () => {
  const fields = { title: 'A set of brushes', description: 'Three', amount: 19.9, currency: 'usd' }
  const made = await ask('POST', '/bumps', { ...fields, image: await addPicture(app, seller) })
  const bump = bumpsContract.createBump.ok.schema.parse(made.body)
  const form = await createTestForm(app, seller, {
    bumps: [bump.id],
    prices: [{ label: 'Team', amount: 99, priceType: 'OneTimePrice' }],
    quantityMax: 5,
  })
  const read = async (id: string) =>
    formsContract.getForm.ok.schema.parse((await ask('GET', `/forms/${id}`)).body)
  const change = async (rule: object) =>
    ask('PATCH', `/forms/${form}`, { isDetailUpdate: false, bumpRules: [{ id: bump.id, ...rule }] })
  const team = (await read(form)).prices[0]?.id ?? ''
  expect((await change({ priceIds: [team], quantityMin: 2 })).status).toBe(200)
  const page = await pageOf(form)
  const token = /"token":"([^"]+)"/.exec(page)?.[1]
  const buy = async (given: object) =>
    pay(app, form, { email: `${newKey()}@example.com`, bumps: [bump.id], quote: token, ...given })

  expect(page).toMatch(/<div hidden[^>]*class="choice">.*brushes/s)
  const refused = await Promise.all([buy({}), buy({ quantity: 2 }), buy({ price: team })])
  expect(refused.map((answer) => [answer.status, errorBody.parse(answer.body).message])).toEqual(
    refused.map(() => [409, 'Something you added to your order is no longer available.']),
  )
  expect((await buy({ price: team, quantity: 2 })).status).toBe(200)
  expect((await buy({ bumps: [] })).status).toBe(200)
  const { rows } = await sql<{ offered: string[]; total: number }>`
    select offered_bump_ids as offered, total from purchases where form_id = ${form} order by total`.execute(
    app.services.db,
  )
  expect(rows.map(({ offered }) => offered)).toEqual([[], [bump.id]])

  const copied = await ask('POST', '/forms', { ...(await read(form)), title: 'A copy of the course' })
  const copy = formsContract.createForm.ok.schema.parse(copied.body)
  expect(copy.bumpRules).toEqual([
    { id: bump.id, isOn: true, priceIds: [copy.prices[0]?.id], quantityMin: 2 },
  ])
  expect(errorsOf(await change({ priceIds: [newId()] }))).toEqual({
    'bumpRules.0.priceIds': 'This price no longer exists',
  })

  const first = (await read(form)).priceId
  await change({ priceIds: [team, first] })
  await ask('PATCH', `/forms/${form}`, { isDetailUpdate: false, prices: [] })
  expect((await read(form)).bumpRules).toMatchObject([{ priceIds: [first] }])
  expect((await change({ priceIds: [team], isOn: false })).status).toBe(200)
})
