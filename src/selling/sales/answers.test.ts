import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { ask, customerWith } from '#selling/customers/test-customers.ts'
import { customersContract } from '#selling/customers/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { salesContract } from './contract.ts'

let app: TestApp
let seller: TestSeller
let form: string
let purchase: string

const size = { slug: 'size', kind: 'choices', label: 'Sizes', options: ['S', 'M'] }
const phone = { slug: 'phone', kind: 'phone', label: 'Phone' }
const workshop = { slug: 'workshop', kind: 'text', label: '=Workshop' }

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller, { fields: [size, phone, workshop] })
  const answers = { size: ['M', 'S'], phone: '+49 151 2345', workshop: '@North 50%' }
  purchase = outcomeOf(await pay(app, form, { email: 'bea@example.com', answers })).purchaseId ?? ''
  await pay(app, form, { email: 'cy@example.com', answers: { workshop: 'North wing' } })
})
afterAll(async () => app.close())

const get = async (path: string, token = seller.token) =>
  (await call(app, 'GET', `/api${path}`, { token })).body

test('a sale shows the buyer’s answers', async () => {
  expect(salesContract.getSale.ok.schema.parse(await get(`/sales/${purchase}`)).answers).toEqual([
    { slug: 'size', kind: 'choices', label: 'Sizes', answer: ['S', 'M'] },
    { slug: 'phone', kind: 'phone', label: 'Phone', answer: '+49 151 2345' },
    { slug: 'workshop', kind: 'text', label: '=Workshop', answer: '@North 50%' },
  ])
})

test('a search finds answered texts and phone numbers by their beginning, only in the seller’s own shop', async () => {
  const list = z.object({ data: z.array(z.object({ email: z.string() })) })
  const found = async (q: string, token = seller.token) =>
    list.parse(await get(`/sales?q=${encodeURIComponent(q)}`, token)).data.map(({ email }) => email)

  expect(await found('+49 15')).toEqual(['bea@example.com'])
  expect(await found('NORTH W')).toEqual(['cy@example.com'])
  expect(await found('@north 50%')).toEqual(['bea@example.com'])
  expect(await found('@nor_h')).toEqual([])
  expect(await found('151')).toEqual([])
  expect(await found('+49 15', (await signUpSeller(app)).token)).toEqual([])
})

// Proves formula-cells.
test('an export has a column per question with its newest label and no formulas', async () => {
  const other = await signUpSeller(app)
  const asking = await createTestForm(app, other, { fields: [size, phone, workshop] })
  const answers = { size: ['M', 'S'], phone: '030 12345', workshop: '@North 50%' }
  await pay(app, asking, { email: 'fi@example.com', answers })
  const body = { fields: [size, { ...phone, label: 'Total' }, workshop], isDetailUpdate: false }
  await call(app, 'PATCH', `/api/forms/${asking}`, { token: other.token, body })
  await pay(app, asking, { email: 'gil@example.com', answers: { phone: '030 54321' } })
  const { path } = salesContract.getExportLink.ok.schema.parse(await get('/sales/export-link', other.token))
  const [head = '', ...rows] = (await (await fetch(app.url + path)).text()).trimEnd().split('\r\n')

  expect(head).toMatch(/,Total \(phone\),Sizes,'=Workshop$/)
  expect(rows.map((row) => row.split(',').slice(-4).join('|'))).toEqual([
    `030 12345|"S| M"|'@North 50%`,
    '|030 54321||',
  ])
})

test('a customer’s timeline shows the answers of each order', async () => {
  const { id } = await customerWith(app, seller, 'bea@example.com')
  const { timeline } = customersContract.getCustomer.ok.schema.parse(await get(`/customers/${id}`))
  expect(timeline.filter(({ kind }) => kind === 'answers')).toMatchObject([
    { purchaseId: purchase, title: 'Sizes: S, M\nPhone: +49 151 2345\n=Workshop: @North 50%' },
  ])
})

test('an erased customer’s answers are deleted', async () => {
  const bought = outcomeOf(await pay(app, form, { email: 'ed@example.com', answers: { phone: '030 98765' } }))
  const { id } = await customerWith(app, seller, 'ed@example.com')
  await app.services.db.updateTable('mails').set({ nextAttemptAt: null }).execute()
  expect((await ask(app, seller, 'DELETE', id)).status).toBeLessThan(300)

  const sale = salesContract.getSale.ok.schema.parse(await get(`/sales/${bought.purchaseId}`))
  expect(sale.answers).toEqual([])
})
