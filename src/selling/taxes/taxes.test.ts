import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBody } from '#foundation/http/contract/contract.ts'
import {
  call,
  createTestForm,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { taxesContract } from './contract.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const ask = async (method: Method, path: string, body?: unknown, token = seller.token) =>
  call(app, method, `/api${path}`, { token, body })
const create = async (fields: object) =>
  taxesContract.createTax.ok.schema.parse((await ask('POST', '/taxes', fields)).body)
const list = async (query: string, token = seller.token) =>
  taxesContract.listTaxes.ok.schema.parse((await ask('GET', `/taxes${query}`, undefined, token)).body).data
const errorsOf = (answer: { body: unknown }) => errorBody.parse(answer.body).errors
const pageOf = async (form: string) => (await fetch(`${app.url}/payment/${form}`)).text()

test.each([0, 7.7, 17.5, 8.875, 0.0001, 99.9999, 100])(
  'a tax of %d percent is stored exactly',
  async (percentage) => {
    const tax = await create({ title: 'VAT', percentage })

    expect(tax).toEqual({ id: tax.id, title: 'VAT', percentage, inclusive: false, active: true, texts: {} })
    expect((await ask('GET', `/taxes/${tax.id}`)).body).toEqual({ ...tax, usedByForms: 0 })
  },
)

test('a seller can create an inactive tax', async () => {
  const fields = { title: 'VAT of next year', percentage: 20, inclusive: true, active: false, texts: {} }
  const { id, ...created } = await create(fields)

  expect(created).toEqual(fields)
  expect((await list('?active=false')).map((tax) => tax.id)).toContain(id)
})

test.each([
  [{ percentage: 5 }, { title: 'Tax title is required' }],
  [{ title: '', percentage: 5 }, { title: 'Tax title cannot be empty' }],
  [{ title: '  ', percentage: 5 }, { title: 'Tax title cannot be empty' }],
  [{ title: 'VAT' }, { percentage: 'This field is required' }],
  [{ title: 'VAT', percentage: -1 }, { percentage: 'Percentage must be positive' }],
  [{ title: 'VAT', percentage: 100.01 }, { percentage: 'Percentage cannot exceed 100%' }],
  [{ title: 'VAT', percentage: 1.23456 }, { percentage: 'Percentage can have at most 4 decimals' }],
  [{ title: 'VAT', percentage: 1e-7 }, { percentage: 'Percentage can have at most 4 decimals' }],
])('creating a tax with %j is rejected', async (fields, errors) => {
  const answer = await ask('POST', '/taxes', fields)

  expect([answer.status, errorsOf(answer)]).toEqual([422, errors])
})

test('a changed tax applies to the payment page immediately', async () => {
  const tax = await create({ title: 'City levy', percentage: 10, inclusive: false })
  const form = await createTestForm(app, seller, { taxId: tax.id, amount: 100 })
  expect(await pageOf(form)).toContain('$110.00')
  await ask('PATCH', `/taxes/${tax.id}`, { percentage: 20 })
  expect(await pageOf(form)).toContain('$120.00')
  const answer = await ask('PATCH', `/taxes/${tax.id}`, { active: false })

  expect(answer.body).toEqual({ ...tax, percentage: 20, active: false })
  expect(await pageOf(form)).not.toContain('City levy')
})

test('the tax list can be filtered by active and inactive taxes', async () => {
  const other = await signUpSeller(app)
  for (const title of ['Active one', 'Resting one']) {
    await ask('POST', '/taxes', { title, percentage: 5 }, other.token)
  }
  const [resting] = await list('?q=resting', other.token)
  await ask('PATCH', `/taxes/${resting?.id ?? ''}`, { active: false }, other.token)
  const titles = async (query: string) => (await list(query, other.token)).map(({ title }) => title)

  expect(await titles('')).toEqual(['Resting one', 'Active one'])
  expect(await titles('?active=true')).toEqual(['Active one'])
  expect(await titles('/?active=false&limit=0')).toEqual(['Resting one'])
})

test('deleting a tax returns its title and removes it from forms', async () => {
  const tax = await create({ title: 'Old levy', percentage: 10 })
  const form = await createTestForm(app, seller, { taxId: tax.id, amount: 100 })
  expect((await ask('GET', `/taxes/${tax.id}`)).body).toMatchObject({ usedByForms: 1 })
  expect(await pageOf(form)).toContain('$110.00')
  const answer = await ask('DELETE', `/taxes/${tax.id}`)

  expect([answer.status, answer.body]).toEqual([200, { title: 'Old levy' }])
  expect(await pageOf(form)).not.toContain('$110.00')
  expect((await ask('GET', `/forms/${form}`)).body).toMatchObject({ tax: null, taxId: null })
})

test('a seller gets 404 for another seller’s tax', async () => {
  const { id } = await create({ title: 'VAT', percentage: 19 })
  const other = await signUpSeller(app)
  const answers = [
    await ask('GET', `/taxes/${id}`, undefined, other.token),
    await ask('PATCH', `/taxes/${id}`, { percentage: 0 }, other.token),
    await ask('DELETE', `/taxes/${id}`, undefined, other.token),
  ]

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
})

test('the tax status comes from the connected account and lists what is missing', async () => {
  expect((await ask('GET', '/stripe/tax-status')).body).toEqual({ status: 'active', missing: [] })
  await setFaults(app, {
    calls: [{ method: 'GET', path: '/v1/tax/settings', times: 9, fault: { kind: 'cut_before' } }],
  })
  const answer = await ask('GET', '/stripe/tax-status')
  await setFaults(app, { calls: [] })

  expect(answer.status).toBe(503)
})
