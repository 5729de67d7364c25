import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { documentsOf, issueAll } from '#payments/invoices/test-invoices.ts'
import { fetchInvoice, invoicePathOf, textOf } from '../invoice/test-invoices.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
afterEach(() => app.clock.set(new Date()))

type Bought = { readonly purchaseId: string; readonly secret: string }
type Fields = Readonly<Record<string, string>>

const buy = async (form: string, fields: object = {}): Promise<Bought> =>
  outcomeOf(await pay(app, form, { email: `${newKey()}@example.com`, ...fields }))

const acme = {
  name: 'Acme <b>Ltd</b> & Sons',
  addressLine1: '1 High Street',
  addressLine2: '',
  postalCode: 'EC1A 1BB',
  city: 'London',
  country: 'GB',
  taxNumber: 'GB 123 456 789',
}

/** Submits the page's form as a browser would. Returns the response and the page it leads to. */
async function save({ purchaseId, secret }: Bought, fields: Fields) {
  const answer = await fetch(`${app.url}/purchases/${purchaseId}/invoice-details?key=${secret}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  const back = answer.headers.get('location') ?? ''
  const page = back === '' ? answer : await fetch(app.url + back)
  return { status: answer.status, back, page: page.status, text: await page.text() }
}

const pageOf = async ({ purchaseId, secret }: Bought) =>
  (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
const invoiceText = async (bought: Bought) =>
  (await textOf((await fetchInvoice(app, invoicePathOf(bought))).bytes)).text

test('a buyer’s invoice details appear on the invoice and the page', async () => {
  const bought = await buy(await createTestForm(app, seller))
  const saved = await save(bought, acme)
  const invoice = await invoiceText(bought)

  expect([saved.status, saved.page]).toEqual([303, 200])
  expect(saved.text).toContain('Saved. Your invoice has been updated.')
  expect(saved.text).toContain('Acme &lt;b&gt;Ltd&lt;/b&gt; &amp; Sons')
  expect(saved.text).not.toContain('<b>Ltd')
  expect(invoice).toMatch(
    /Acme <b>Ltd<\/b> & Sons\s+1 High Street\s+EC1A 1BB London\s+United Kingdom\s+Tax number GB 123 456 789\s+Bea Novak/,
  )

  await save(bought, Object.fromEntries(Object.keys(acme).map((field) => [field, ''])))
  expect(await invoiceText(bought)).not.toContain('Acme')
  expect(await pageOf(bought)).toContain('Billed to Bea Novak.')
})

test('details that change an issued invoice replace it with one credit note and one new invoice', async () => {
  const own = await signUpSeller(app)
  const bought = await buy(await createTestForm(app, own))
  await invoiceText(bought)
  await save(bought, acme)
  await save(bought, acme)
  await issueAll(app)
  await save(bought, acme)
  await issueAll(app)
  const [first, credit, renewed, ...more] = await documentsOf(app, own)

  expect(more).toEqual([])
  expect(first).toMatchObject({ reason: 'sale', total: 4900, billTo: { details: null } })
  expect(credit).toMatchObject({
    kind: 'credit',
    reason: 'correction',
    total: 4900,
    ofNumber: first?.number,
    billTo: { details: null },
  })
  expect(renewed).toMatchObject({
    kind: 'invoice',
    reason: 'correction',
    total: 4900,
    billTo: { details: { name: acme.name } },
  })
  expect(await invoiceText(bought)).toContain(renewed?.number)
})

test('invoice details cannot be changed after 30 days', async () => {
  const bought = await buy(await createTestForm(app, seller))
  const day = 24 * 60 * 60
  app.clock.advance(30 * day - 60)
  const inTime = await save(bought, acme)
  app.clock.advance(60)
  const late = await save(bought, { ...acme, name: 'Somebody else' })
  const page = await pageOf(bought)

  expect(inTime.back).toContain('invoice=saved')
  expect(late.back).toContain('invoice=late')
  expect(page).toContain('Acme')
  expect(page).not.toContain('Save invoice details')
  expect(await invoiceText(bought)).toContain('Acme')
})

test('invalid details, a wrong key or an unpaid purchase change no invoice details', async () => {
  const form = await createTestForm(app, seller)
  const [bought, other] = [await buy(form), await buy(form)]
  const unpaid = await buy(form, { paymentMethodId: 'pm_card_authenticationRequired' })
  const answers = [
    await save(bought, { ...acme, name: 'x'.repeat(121) }),
    await save(bought, { ...acme, city: 'x'.repeat(200) }),
    await save(bought, { ...acme, taxNumber: 'https://evil.example?' }),
    await save(bought, { ...acme, country: 'XX' }),
    await save(unpaid, acme),
    await save({ ...bought, secret: other.secret }, acme),
    await save({ ...bought, purchaseId: 'nonsense' }, acme),
  ]
  const rows = await app.services.db
    .selectFrom('buyerDetails')
    .select('purchaseId')
    .where('purchaseId', 'in', [bought.purchaseId, other.purchaseId, unpaid.purchaseId])
    .execute()

  expect(answers.map(({ status, page }) => [status, page])).toEqual([
    ...Array.from({ length: 4 }, () => [422, 422]),
    [303, 200],
    [404, 404],
    [404, 404],
  ])
  expect(rows).toEqual([])
})

test('invalid details are shown as typed, each with an error', async () => {
  const bought = await buy(await createTestForm(app, seller))
  const { text } = await save(bought, { ...acme, taxNumber: 'GB "123"', country: 'DE' })

  expect(text).toContain('Use letters, digits, spaces and . , : / &amp; ( ) + -')
  const [field = ''] = /<input[^>]*name="taxNumber"[^>]*>/.exec(text) ?? []
  for (const part of [
    'value="GB &quot;123&quot;"',
    'aria-invalid="true"',
    'aria-describedby="error-taxNumber"',
    'autofocus',
  ]) {
    expect(field).toContain(part)
  }
  expect(text).toContain('value="Acme &lt;b&gt;Ltd&lt;/b&gt; &amp; Sons"')
  expect(text).toMatch(/<option value="DE" selected/)
  expect(text).toMatch(/<details open/)
})
