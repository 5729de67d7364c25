import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { bothConsents, setPolicy } from '#buying/consumer-law/test-policy.ts'
import { writeReceipt } from '#buying/receipts/mail/write-receipt.ts'
import { issueInvoicesOf } from '#payments/invoices/issue-invoices.ts'
import { returnTax } from '#payments/refunds/return-tax.ts'
import { askAgain } from '#payments/tax-numbers/ask-again.ts'
import { saleDetail } from '#selling/sales/contract.ts'
import {
  call,
  createTestForm,
  moveProviderClock,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { checkoutContract } from '../contract.ts'
import { errorOf, outcomeOf, pay } from '../pay/test-paying.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  ;({ seller, form } = await openShop())
})
afterEach(() => app.clock.set(new Date()))
afterAll(async () => app.close())

async function openShop() {
  const shop = await signUpSeller(app)
  const { token } = shop
  await call(app, 'PATCH', '/api/seller/invoice-details', {
    token,
    body: { country: 'DE', taxNumber: 'DE 123 456 788' },
  })
  const regions = [
    { country: 'DE', title: 'MwSt.', percentage: 19, inclusive: true },
    { country: 'AT', title: 'USt.', percentage: 20, inclusive: true },
  ]
  await call(app, 'PATCH', '/api/tax-regions', { token, body: { regions } })
  const fields = { taxMode: 'by_country', sellsToBusinesses: true, amount: 120 }
  return { seller: shop, form: await createTestForm(app, shop, fields) }
}

const business = (taxNumber: string, country = 'AT') => ({
  country,
  isBusiness: true,
  name: 'Novak GmbH',
  taxNumber,
})

const taxOf = async (details: object) => {
  const answer = await call(app, 'POST', '/api/stripe/form-tax', { body: { form, details } })
  return checkoutContract.readTax.ok.schema.parse(answer.body)
}

let buyers = 0
const buy = async (details: object): Promise<string> => (await order(details)).purchaseId

const order = async (details: object, formId = form) => outcomeOf(await taxAndPay(details, formId))

async function taxAndPay(details: object, formId = form, fields: object = {}) {
  const { body } = await call(app, 'POST', '/api/stripe/form-tax', { body: { form: formId, details } })
  const { quote } = checkoutContract.readTax.ok.schema.parse(body)
  const email = `novak-${(buyers += 1)}@example.com`
  return pay(app, formId, { details, quote: quote.token, email, ...fields })
}

const noDetails = {
  name: '',
  addressLine1: '',
  addressLine2: '',
  postalCode: '',
  city: '',
  country: '',
  taxNumber: '',
}

/** Sends the form of a purchase page with these invoice details. Returns the status and the page. */
async function changeDetails(
  { purchaseId, secret }: { readonly purchaseId: string; readonly secret: string },
  details: Readonly<Record<string, string>>,
) {
  const answer = await fetch(`${app.url}/purchases/${purchaseId}/invoice-details?key=${secret}`, {
    method: 'POST',
    body: new URLSearchParams({ ...noDetails, ...details }),
    redirect: 'manual',
  })
  return { status: answer.status, page: await answer.text() }
}

const purchaseOf = async (id: string) =>
  app.services.db
    .selectFrom('purchases')
    .select(['subtotal', 'taxAmount', 'total', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const numberOf = async (id: string) =>
  app.services.db
    .selectFrom('vatNumbers')
    .select(['country', 'number', 'status', 'name', 'requestId'])
    .where('purchaseId', '=', id)
    .executeTakeFirst()

const soldBody = saleDetail.pick({ history: true, documents: true })
const saleOf = async (id: string) =>
  (await call(app, 'GET', `/api/sales/${id}`, { token: seller.token })).body

const consentedTo = async (...orders: { readonly purchaseId: string }[]) => {
  const ids = orders.map(({ purchaseId }) => purchaseId)
  const rows = await app.services.db
    .selectFrom('consents')
    .select('purchaseId')
    .distinct()
    .where('purchaseId', 'in', ids)
    .execute()
  return rows.map(({ purchaseId }) => purchaseId)
}

const refundsOf = async (id: string) =>
  app.services.db
    .selectFrom('refunds')
    .select(['amount', 'taxAmount', 'requestedBy', 'status'])
    .where('purchaseId', '=', id)
    .execute()

const papersOf = async (id: string) => {
  const { sellerId } = await app.services.db
    .selectFrom('purchases')
    .select('sellerId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await issueInvoicesOf(app.services, sellerId)
  return app.services.db
    .selectFrom('invoices')
    .select(['kind', 'subtotal', 'taxAmount', 'total'])
    .where('purchaseId', '=', id)
    .orderBy('issuedAt')
    .orderBy('sequence')
    .execute()
}

test('a business whose tax number is confirmed by the register pays the net amount by reverse charge', async () => {
  expect(await taxOf(business('atu 1234-5671'))).toMatchObject({ tax: null, number: 'verified' })
  const id = await buy(business('atu 1234-5671'))
  expect(await purchaseOf(id)).toMatchObject({ subtotal: 10_000, taxAmount: 0, total: 10_000 })
  const found = await numberOf(id)
  expect(found?.requestId).toMatch(/^WAPI/)
  expect(found).toMatchObject({
    country: 'AT',
    number: 'U12345671',
    status: 'verified',
    name: 'Company ATU12345671',
  })
  expect(await refundsOf(id)).toEqual([])
  expect(await saleOf(id)).toMatchObject({
    vatNumber: {
      number: 'ATU12345671',
      status: 'verified',
      name: 'Company ATU12345671',
      givenName: 'Novak GmbH',
      requestId: found?.requestId,
      isLate: false,
    },
  })
})

// Proves no-false-exemption.
test.for([
  ['ATU12345672', 'unverified'],
  ['ATU12345674', 'unavailable'],
  ['ATU12345675', 'unavailable'],
  ['ATU12345676', 'unavailable'],
  ['ATU12345677', 'unavailable'],
  ['ATU1234', 'malformed'],
] as const)(
  'the number %s is %s, so the tax is charged, and paying is not blocked',
  async ([number, status]) => {
    expect(await taxOf(business(number))).toMatchObject({ tax: { percentage: '20' }, number: status })
    const id = await buy(business(number))
    expect(await purchaseOf(id)).toMatchObject({ taxAmount: 2000, total: 12_000 })
    expect(await saleOf(id)).toMatchObject({ vatNumber: { number, status } })
  },
)

test('a tax number does not change the tax in the seller’s own country or outside the EU', async () => {
  expect(await taxOf(business('DE123456781', 'DE'))).toMatchObject({
    tax: { percentage: '19' },
    number: null,
  })
  expect(await taxOf(business('CHE123456781', 'CH'))).toMatchObject({ tax: null, number: null })
})

// Proves tax-back-once.
test('if a tax number is confirmed late, the tax is refunded once and the invoice is replaced', async () => {
  const id = await buy(business('ATU22345673'))
  expect(await numberOf(id)).toMatchObject({ status: 'unavailable' })
  expect(await papersOf(id)).toEqual([{ kind: 'invoice', subtotal: 10_000, taxAmount: 2000, total: 12_000 }])
  await moveProviderClock(app, 3700)
  app.clock.advance(3700 * 1000)
  await askAgain(app.services)
  expect(await numberOf(id)).toMatchObject({ status: 'verified', name: 'Company ATU22345673' })
  await Promise.all([returnTax(app.services), returnTax(app.services)])
  await returnTax(app.services)
  expect(await refundsOf(id)).toEqual([
    { amount: 2000, taxAmount: 2000, requestedBy: 'vat', status: 'succeeded' },
  ])
  expect(await purchaseOf(id)).toMatchObject({ status: 'partially_refunded' })
  expect(await papersOf(id)).toEqual([
    { kind: 'invoice', subtotal: 10_000, taxAmount: 2000, total: 12_000 },
    { kind: 'credit', subtotal: 10_000, taxAmount: 2000, total: 12_000 },
    { kind: 'invoice', subtotal: 10_000, taxAmount: 0, total: 10_000 },
  ])
  app.clock.set(new Date())
  const { history, documents } = soldBody.parse(await saleOf(id))
  const cause = 'Tax of $20.00 refunded: VAT number confirmed'
  expect(history.at(-1)).toMatchObject({ event: 'refund', cause })
  expect(documents).toMatchObject([
    { kind: 'invoice', isReplaced: true },
    { kind: 'credit', isReplaced: false },
  ])
  // The remaining amount has no tax.
  const rest = await call(app, 'POST', `/api/sales/${id}/refunds`, { token: seller.token, body: {} })
  expect(rest.status).toBe(201)
  const bySeller = (await refundsOf(id)).filter(({ requestedBy }) => requestedBy === 'seller')
  expect(bySeller).toMatchObject([{ amount: 10_000, taxAmount: 0 }])
})

test('after a full refund, no tax is refunded for a tax number confirmed late', async () => {
  const id = await buy(business('ATU32345673'))
  await call(app, 'POST', `/api/sales/${id}/refunds`, { token: seller.token, body: {} })
  await moveProviderClock(app, 3700)
  app.clock.advance(3700 * 1000)
  await askAgain(app.services)
  await returnTax(app.services)
  expect((await refundsOf(id)).map(({ requestedBy }) => requestedBy)).toEqual(['seller'])
})

test('the register is asked only once a day about the same tax number', async () => {
  const count = async () =>
    (
      await sql<{
        at: string
      }>`select checked_at::text as at from vat_checks where number = 'ATU42345671'`.execute(app.services.db)
    ).rows
  await taxOf(business('ATU42345671'))
  const before = await count()
  await buy(business('ATU42345671'))
  expect(await count()).toEqual(before)
})

test('the buyer cannot change the country, the confirmed number or the name that makes a sale untaxed', async () => {
  const bought = await order(business('ATU52345671'))
  const given = { name: 'Novak GmbH', country: 'AT', taxNumber: 'ATU52345671' }
  for (const changed of [{ country: 'DE' }, { country: '' }, { taxNumber: '' }, { name: '' }]) {
    const { status, page } = await changeDetails(bought, { ...given, ...changed })
    expect([status, changed]).toEqual([422, changed])
    expect(/The tax on this purchase depends on it/.test(page)).toBe(true)
  }
  expect((await changeDetails(bought, { ...given, city: 'Wien', name: 'Novak & Co. GmbH' })).status).toBe(303)
})

test('a form that does not sell to businesses refunds no tax for a number that is given later', async () => {
  const consumers = await createTestForm(app, seller, { taxMode: 'by_country', amount: 120 })
  const bought = await order({ country: 'AT' }, consumers)
  const saved = await changeDetails(bought, { name: 'Novak', country: 'AT', taxNumber: 'ATU62345671' })
  expect(saved.status).toBe(303)
  expect(await numberOf(bought.purchaseId)).toBeUndefined()
})

test('a business whose number is confirmed is not asked for consent and cannot withdraw', async () => {
  const other = await openShop()
  await setPolicy(app, other.seller, { sells: 'service', earlyStart: 'required' })
  const buyWith = (number: string, fields: object = {}) => taxAndPay(business(number), other.form, fields)
  const consents = bothConsents('service')
  const bought = outcomeOf(await buyWith('ATU72345671'))
  // Boxes that the buyer ticked before the number was confirmed mean nothing.
  const ticked = outcomeOf(await buyWith('ATU72345671', { consents }))
  const late = outcomeOf(await buyWith('ATU72345673', { consents }))
  for (const number of ['ATU12345672', 'ATU72345674', 'ATU1']) {
    const { errors = {} } = errorOf(await buyWith(number))
    expect(errors['consents']).toContain('Check both boxes')
  }
  await moveProviderClock(app, 3700)
  app.clock.advance(3700)
  await askAgain(app.services)

  const { db, clock, config } = app.services
  const saysOf = async ({ purchaseId, secret }: typeof bought) => {
    const page = await (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
    const { text } = await writeReceipt(db, clock, config, purchaseId)
    return [page, text].map((said) => /You can withdraw|Withdraw from contract/.test(said))
  }
  expect(await saysOf(bought)).toEqual([false, false])
  expect(await saysOf(ticked)).toEqual([false, false])
  // The buyer learned of the right when paying, so a later confirmation does not take it away.
  expect(await numberOf(late.purchaseId)).toMatchObject({ status: 'verified' })
  expect(await saysOf(late)).toEqual([true, true])
  expect(await consentedTo(bought, ticked, late)).toEqual([late.purchaseId])
})

test('the shop’s own VAT number is checked with the register', async () => {
  const { token } = (await openShop()).seller
  const own = async (taxNumber: string) => {
    await call(app, 'PATCH', '/api/seller/invoice-details', { token, body: { country: 'DE', taxNumber } })
    return (await call(app, 'GET', '/api/seller/vat-number', { token })).body
  }
  const number = 'DE623456781'
  expect(await own('DE 623 456 781')).toMatchObject({ number, status: 'verified', name: `Company ${number}` })
  expect(await own('DE623456782')).toMatchObject({ status: 'unverified', name: null })
  expect(await own('DE623456784')).toMatchObject({ status: 'unavailable', name: null })
  // A tax number of another kind is allowed, and not looked up.
  expect(await own('12/345/67890')).toEqual({ number: null, status: null, name: null, checkedAt: null })
})
