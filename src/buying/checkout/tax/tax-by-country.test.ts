import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { checkoutContract } from '../contract.ts'
import { errorOf, outcomeOf, pay } from '../pay/test-paying.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  await ask('PATCH', '/seller/invoice-details', { country: 'DE', taxNumber: 'DE123456788' })
  await ask('PATCH', '/tax-regions', {
    regions: [
      { country: 'DE', title: 'MwSt.', percentage: 19, inclusive: true },
      { country: 'AT', title: 'USt.', percentage: 20, inclusive: true },
      { country: 'FI', title: 'ALV', percentage: 25.5, inclusive: false },
      { country: 'MT', title: 'VAT', percentage: 0, inclusive: true },
    ],
  })
})
afterAll(async () => app.close())

const ask = async (method: 'GET' | 'PATCH' | 'POST', path: string, body?: unknown) =>
  call(app, method, `/api${path}`, { token: seller.token, body })

const taxAt = async (form: string, country: string) => {
  const answer = await call(app, 'POST', '/api/stripe/form-tax', { body: { form, details: { country } } })
  return checkoutContract.readTax.ok.schema.parse(answer.body)
}

const linesOf = async (purchase: string | undefined) =>
  app.services.db
    .selectFrom('purchaseLines')
    .select(['subtotal', 'taxAmount', 'total', 'taxTitle', 'taxTreatment', 'taxCountry'])
    .where('purchaseId', '=', purchase ?? '')
    .execute()

test('a form with taxes by country asks for the country and charges that country’s tax', async () => {
  const form = await createTestForm(app, seller, { taxMode: 'by_country', amount: 100 })
  const missing = await pay(app, form)
  expect(errorOf(missing).errors).toEqual({ 'details.country': 'This field is required' })
  const expected = [
    ['DE', { subtotal: 8403, taxAmount: 1597, total: 10_000, taxTitle: 'MwSt.', taxTreatment: null }],
    ['AT', { subtotal: 8333, taxAmount: 1667, total: 10_000, taxTitle: 'USt.', taxTreatment: null }],
    ['FI', { subtotal: 10_000, taxAmount: 2550, total: 12_550, taxTitle: 'ALV', taxTreatment: null }],
    ['MT', { subtotal: 10_000, taxAmount: 0, total: 10_000, taxTitle: 'VAT', taxTreatment: 'exempt' }],
    ['US', { subtotal: 10_000, taxAmount: 0, total: 10_000, taxTitle: null, taxTreatment: 'outside' }],
  ] as const
  for (const [country, line] of expected) {
    const { quote } = await taxAt(form, country)
    const email = `${country}@example.com`
    const paid = outcomeOf(await pay(app, form, { details: { country }, quote: quote.token, email }))
    expect(await linesOf(paid.purchaseId)).toEqual([{ ...line, taxCountry: country }])
  }
})

test('buyers in a country without its own tax pay the form’s tax', async () => {
  const answer = await ask('POST', '/taxes', { title: 'GST', percentage: 10, inclusive: false })
  const taxId = z.object({ id: z.string() }).parse(answer.body).id
  const form = await createTestForm(app, seller, { taxMode: 'by_country', taxId, amount: 100 })
  expect(await taxAt(form, 'AU')).toMatchObject({
    tax: { percentage: '10', inclusive: false },
    taxTitle: 'GST',
  })
})

// Proves quote-of-country.
test('buyers who change their country after seeing the price see the new price before any charge', async () => {
  const form = await createTestForm(app, seller, { taxMode: 'by_country', amount: 100 })
  const { quote } = await taxAt(form, 'AT')
  const details = { country: 'FI' }
  const refused = await pay(app, form, { details, quote: quote.token })
  expect([refused.status, errorOf(refused).code]).toEqual([409, 'quote_changed'])
  const purchases = await app.services.db
    .selectFrom('purchases')
    .select('id')
    .where('formId', '=', form)
    .execute()
  expect(purchases).toEqual([])
})

test('a change to the taxes by country appears on pages immediately', async () => {
  const other = await signUpSeller(app)
  const save = async (percentage: number) => {
    const regions = [{ country: 'US', title: 'Sales tax', percentage, inclusive: false }]
    await call(app, 'PATCH', '/api/tax-regions', { token: other.token, body: { regions } })
  }
  await save(10)
  const form = await createTestForm(app, other, { taxMode: 'by_country', amount: 100 })
  expect((await taxAt(form, 'US')).tax?.percentage).toBe('10')
  const page = async () => (await fetch(`${app.url}/payment/${form}`)).text()
  expect(await page()).toContain('Sales tax 10%')
  await save(7.25)
  expect(await page()).toContain('Sales tax 7.25%')
})

test('a payment page first shows the tax of the shop’s country', async () => {
  const form = await createTestForm(app, seller, { taxMode: 'by_country', amount: 100 })
  const page = await (await fetch(`${app.url}/payment/${form}`)).text()
  expect(page).toContain('MwSt. 19%')
})
