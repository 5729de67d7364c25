import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveBuyerDetails } from '#accounts/invoice-details/buyer-details.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { pruneAttempts } from '#payments/purchases/records/prune-attempts.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
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

const detailsOf = async (purchase: string | undefined) =>
  app.services.db
    .selectFrom('buyerDetails')
    .select(['name', 'addressLine1', 'postalCode', 'city', 'country', 'taxNumber', 'askedCountry'])
    .where('purchaseId', '=', purchase ?? '')
    .executeTakeFirst()

const none = {
  name: null,
  addressLine1: null,
  postalCode: null,
  city: null,
  country: null,
  taxNumber: null,
  askedCountry: null,
}

test('a form that asks for an address requires it and shows it on the invoice', async () => {
  const form = await createTestForm(app, seller, { asksFor: 'address', sellsToBusinesses: true })
  const missing = await pay(app, form, { details: { country: 'AT', isBusiness: 'true', name: ' ' } })
  expect([missing.status, errorOf(missing).errors]).toEqual([
    422,
    {
      'details.addressLine1': 'This field is required',
      'details.city': 'This field is required',
      'details.name': 'This field is required',
    },
  ])
  const address = {
    country: 'AT',
    addressLine1: 'Ring 1',
    addressLine2: '',
    postalCode: '1010',
    city: 'Wien',
  }
  const business = { isBusiness: 'true', name: 'Novak GmbH', taxNumber: 'ATU12345678' }
  const bought = outcomeOf(await pay(app, form, { details: { ...address, ...business } }))
  expect(await detailsOf(bought.purchaseId)).toEqual({
    name: 'Novak GmbH',
    addressLine1: 'Ring 1',
    postalCode: '1010',
    city: 'Wien',
    country: 'AT',
    taxNumber: 'ATU12345678',
    askedCountry: 'AT',
  })
})

test('details that a form does not ask for are not stored', async () => {
  const [plain, country] = [
    await createTestForm(app, seller),
    await createTestForm(app, seller, { asksFor: 'country' }),
  ]
  const details = { country: 'AT', city: 'Wien', isBusiness: true, name: 'Novak GmbH' }
  const one = outcomeOf(await pay(app, plain, { details, email: 'one@example.com' }))
  const two = outcomeOf(await pay(app, country, { details, email: 'two@example.com' }))
  expect(await detailsOf(one.purchaseId)).toBeUndefined()
  expect(await detailsOf(two.purchaseId)).toEqual({ ...none, country: 'AT', askedCountry: 'AT' })
})

test('a company name is stored only if the buyer buys for a business', async () => {
  const form = await createTestForm(app, seller, { sellsToBusinesses: true })
  const bought = outcomeOf(await pay(app, form, { details: { name: 'Novak GmbH' }, email: 'cy@example.com' }))
  expect(await detailsOf(bought.purchaseId)).toBeUndefined()
})

test('an unknown country and an unreadable tax number get field errors', async () => {
  const form = await createTestForm(app, seller, { asksFor: 'country', sellsToBusinesses: true })
  const details = { country: 'XX', isBusiness: true, name: 'Novak', taxNumber: '<b>' }
  expect(errorOf(await pay(app, form, { details })).errors).toEqual({
    'details.country': 'Choose one of the listed values',
    'details.taxNumber': 'Use letters, digits, spaces and . , : / & ( ) + -',
  })
  // This buyer typed the details of a business and then unticked the box for businesses.
  const given = { ...details, country: 'AT', isBusiness: false }
  expect((await pay(app, form, { details: given, email: 'fi@example.com' })).status).toBe(200)
})

test('the country given before payment stays stored, whatever the invoice says later', async () => {
  const form = await createTestForm(app, seller, { asksFor: 'country' })
  const bought = outcomeOf(await pay(app, form, { details: { country: 'US' }, email: 'di@example.com' }))
  const id = bought.purchaseId ?? ''
  const { askedCountry: _, ...later } = { ...none, addressLine2: null, country: 'DE' }
  await saveBuyerDetails(app.services.db, id, later, app.clock.now())
  expect(await detailsOf(id)).toMatchObject({ country: 'DE', askedCountry: 'US' })
})

test('storing details adds one SQL statement to a purchase, and they are deleted along with a failed attempt', async () => {
  const [plain, asks] = [
    await createTestForm(app, seller),
    await createTestForm(app, seller, { asksFor: 'country' }),
  ]
  const count = async (form: string) => {
    const details = { country: 'AT' }
    const paid = { form, email: 'ed@example.com', name: 'Ed', paymentMethodId: 'pm_card_visa', details }
    const caller = { key: newKey(), network: '203.0.113.1', locale: null }
    return (await countStatements(() => payForm(app.services, payFormBody.parse(paid), caller))).statements
      .length
  }
  expect((await count(asks)) - (await count(plain))).toBe(1)

  const declined = await pay(app, asks, {
    details: { country: 'AT' },
    email: 'no@example.com',
    paymentMethodId: 'pm_card_visa_chargeDeclined',
  })
  const failed = errorOf(declined).details?.purchaseId
  expect(await detailsOf(failed)).toMatchObject({ country: 'AT' })
  await sql`update purchases set next_check_at = null, created_at = now() - interval '40 days'
    where id = ${failed}`.execute(app.services.db)
  await pruneAttempts(app.services)
  expect(await detailsOf(failed)).toBeUndefined()
})
