import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form as formSchema } from '#selling/forms/contract.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { eraseOldBuyers } from '#payments/purchases/records/erase-old-buyers.ts'
import { pruneAttempts } from '#payments/purchases/records/prune-attempts.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { payFormBody } from '../contract.ts'
import { payForm } from './pay-form.ts'
import { errorOf, newKey, outcomeOf, pay } from './test-paying.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const size = {
  slug: 'size',
  kind: 'choice',
  label: 'T-shirt size',
  options: ['Small', 'Large'],
  isRequired: true,
  texts: { de: { label: 'Größe', options: 'Klein\nGroß' } },
}
const phone = { slug: 'phone', kind: 'phone', label: 'Phone' }
const cuts = { slug: 'cuts', kind: 'choices', label: 'Cuts', options: ['Slim', 'Long'] }
const news = { slug: 'news', kind: 'checkbox', label: 'Send me a catalog' }

const asking = async (...fields: object[]) => createTestForm(app, seller, { fields })

const change = async (form: string, fields: object[]) =>
  call(app, 'PATCH', `/api/forms/${form}`, { token: seller.token, body: { fields, isDetailUpdate: false } })

const answersOf = async (purchase: string | undefined) =>
  app.services.db
    .selectFrom('purchaseAnswers')
    .select(['slug', 'kind', 'label', 'sellerLabel', 'answer'])
    .where('purchaseId', '=', purchase ?? '')
    .orderBy('position')
    .execute()

// Proves kept-answers.
test('answers are stored with the order and the question’s text, in the order in which the page asks', async () => {
  const form = await asking(phone, size, cuts, news)
  const answers = { news: true, cuts: ['Long', 'Slim'], size: 'Large', phone: ' +49 151 2345 ' }
  const bought = outcomeOf(await pay(app, form, { answers }))

  expect(bought.status).toBe('paid')
  expect(await answersOf(bought.purchaseId)).toEqual([
    { slug: 'phone', kind: 'phone', label: 'Phone', sellerLabel: null, answer: '+49 151 2345' },
    { slug: 'size', kind: 'choice', label: 'T-shirt size', sellerLabel: null, answer: 'Large' },
    { slug: 'cuts', kind: 'choices', label: 'Cuts', sellerLabel: null, answer: ['Slim', 'Long'] },
    { slug: 'news', kind: 'checkbox', label: 'Send me a catalog', sellerLabel: null, answer: true },
  ])
})

test('a German buyer’s answer is stored with the German question and with the seller’s original', async () => {
  const form = await asking(size)
  const answer = await call(app, 'POST', '/api/stripe/pay-form', {
    body: {
      form,
      email: 'bea@example.com',
      name: 'Bea',
      paymentMethodId: 'pm_card_visa',
      answers: { size: 'Small' },
    },
    headers: { 'accept-language': 'de', 'idempotency-key': newKey() },
  })
  expect(await answersOf(outcomeOf(answer).purchaseId)).toMatchObject([
    { label: 'Größe', sellerLabel: 'T-shirt size', answer: 'Small' },
  ])
})

// Proves card-in-answer.
test('missing and wrong answers each get an error for their question, and nothing is charged', async () => {
  const form = await asking(size, phone)
  const answer = await pay(app, form, { answers: { phone: '4242 4242 4242 4242' } })

  expect(answer.status).toBe(422)
  expect(errorOf(answer).errors).toEqual({
    'answers.size': 'This field is required',
    'answers.phone': 'This looks like a card number. Please enter it only in the payment field.',
  })
  const { rows } = await sql`select from purchases where form_id = ${form}`.execute(app.services.db)
  expect(rows).toHaveLength(0)
})

test('an answer to a removed question is ignored, and a new required question must be answered', async () => {
  const form = await asking(phone)
  await change(form, [])
  const bought = outcomeOf(await pay(app, form, { answers: { phone: '030 12345' } }))
  expect([bought.status, await answersOf(bought.purchaseId)]).toEqual(['paid', []])

  await change(form, [size])
  const refused = await pay(app, form, { email: 'cy@example.com', answers: { phone: '030 12345' } })
  expect(errorOf(refused).errors).toEqual({ 'answers.size': 'This field is required' })
})

test('a question for one price is asked only there', async () => {
  const created = await call(app, 'POST', '/api/forms', {
    token: seller.token,
    body: {
      title: 'A course in watercolor',
      description: 'Six weeks of light and water',
      video: 'https://youtu.be/dQw4w9WgXcQ',
      amount: 49,
      priceLabel: 'Online',
      prices: [{ label: 'With a T-shirt', amount: 69 }],
    },
  })
  const { id, prices } = formSchema.parse(created.body)
  const shirt = prices[0]?.id ?? ''
  await change(id, [{ ...size, priceIds: [shirt] }])

  expect((await pay(app, id)).status).toBe(200)
  expect((await pay(app, id, { price: shirt, email: 'di@example.com' })).status).toBe(422)
  const bought = await pay(app, id, { price: shirt, email: 'di@example.com', answers: { size: 'Small' } })
  expect(await answersOf(outcomeOf(bought).purchaseId)).toHaveLength(1)
})

// Proves kept-answers.
test('a repeated key returns its purchase even after the form’s questions changed, but other answers make it a different request', async () => {
  const form = await asking(size)
  const key = newKey()
  const first = outcomeOf(await pay(app, form, { answers: { size: 'Large' } }, key))
  await change(form, [{ ...size, options: ['One size'] }])
  const again = outcomeOf(await pay(app, form, { answers: { size: 'Large' } }, key))
  const other = await pay(app, form, { answers: { size: 'Small' } }, key)

  expect(again.purchaseId).toBe(first.purchaseId)
  expect(errorOf(other).code).toBe('idempotency_key_reused')
})

test('storing answers adds one SQL statement to a purchase', async () => {
  const [plain, asks] = [await asking(), await asking(size, phone)]
  const answers = { size: 'Small', phone: '030 12345' }
  const count = async (form: string) => {
    const paid = { form, email: 'ed@example.com', name: 'Ed', paymentMethodId: 'pm_card_visa', answers }
    const caller = { key: newKey(), network: '203.0.113.1', locale: null }
    return (await countStatements(() => payForm(app.services, payFormBody.parse(paid), caller))).statements
      .length
  }
  expect((await count(asks)) - (await count(plain))).toBe(1)
})

test('answers are deleted with a failed attempt, and when the buyer of an old sale is erased', async () => {
  const form = await asking(phone)
  const answers = { phone: '030 777888' }
  const paid = outcomeOf(await pay(app, form, { answers, email: 'old@example.com' }))
  const declined = { answers, email: 'no@example.com', paymentMethodId: 'pm_card_visa_chargeDeclined' }
  const failed = errorOf(await pay(app, form, declined)).details?.purchaseId
  expect(await answersOf(failed)).toHaveLength(1)
  const { db } = app.services
  await sql`update purchases set next_check_at = null, created_at = now() - interval '40 days'
    where id = ${failed}`.execute(db)
  await pruneAttempts(app.services)
  expect(await answersOf(failed)).toEqual([])
  expect(await answersOf(paid.purchaseId)).toHaveLength(1)

  await sql`delete from mails`.execute(db)
  await sql`update purchases set paid_at = now() - interval '12 years', created_at = now() - interval '12 years'
    where id = ${paid.purchaseId}`.execute(db)
  await eraseOldBuyers(app.services, app.eraseBuyers)
  expect(await answersOf(paid.purchaseId)).toEqual([])
})
