import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  call,
  createTestForm,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import type { TaxQuestion } from '#foundation/card-provider/tax-calculations.ts'
import { checkoutContract } from '../contract.ts'
import { accept, addBump, addOffer, offerOf, order } from '#buying/upsells/test-offers.ts'
import { errorOf, newKey, outcomeOf, pay } from '../pay/test-paying.ts'
import { taxOrder } from './assessed-buyer.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const ask = async (method: 'GET' | 'PATCH' | 'POST', path: string, body?: unknown) =>
  call(app, method, `/api${path}`, { token: seller.token, body })

const readTax = async (form: string, details: object) =>
  call(app, 'POST', '/api/stripe/form-tax', { body: { form, details } })

const taxAt = async (form: string, details: object) =>
  checkoutContract.readTax.ok.schema.parse((await readTax(form, details)).body)

/** Pays at the price with the tax of this place, as the page does. */
const payAt = async (form: string, details: object, more: object = {}, key = newKey()) => {
  const { quote } = await taxAt(form, details)
  return pay(app, form, { details, quote: quote.token, ...more }, key)
}

/** The lines sold with a form, from the largest purchase to the smallest. */
const salesOf = async (formId: string) =>
  app.services.db
    .selectFrom('purchases')
    .innerJoin('purchaseLines', 'purchaseLines.purchaseId', 'purchases.id')
    .select(['purchaseLines.subtotal', 'purchaseLines.taxAmount', 'purchaseLines.total'])
    .select(['purchaseLines.taxTitle', 'purchaseLines.taxTreatment', 'purchaseLines.taxCountry'])
    .select(['purchases.total as charged', 'purchases.status'])
    .where('purchases.formId', '=', formId)
    .orderBy('purchases.total', 'desc')
    .orderBy('purchaseLines.position')
    .execute()

const transactions = z.object({
  data: z.array(
    z.object({ type: z.string(), payment_intent: z.string(), amount: z.number(), amount_tax: z.number() }),
  ),
})

/** The taxes that Stripe has recorded for the form's payments, newest first. */
const taxesOf = async (formId: string) => {
  const paid = await app.services.db
    .selectFrom('purchases')
    .select(['paymentIntentId'])
    .where('formId', '=', formId)
    .execute()
  const own = new Set(paid.map(({ paymentIntentId }) => paymentIntentId))
  const answer = await fetch(`${app.sandbox.url}/sandbox/tax_transactions`)
  return transactions.parse(await answer.json()).data.filter((one) => own.has(one.payment_intent))
}

const withFault = async (times: number, fault: object, work: () => Promise<unknown>) => {
  await setFaults(app, { calls: [{ method: 'POST', path: '/v1/tax/calculations', times, fault }] })
  try {
    return await work()
  } finally {
    await setFaults(app, { calls: [] })
  }
}

test('Stripe Tax is added to the price and recorded with the payment, to the cent', async () => {
  const form = await createTestForm(app, seller, { taxMode: 'provider', amount: 19.99 })
  const places = [
    [{ country: 'AT' }, { subtotal: 1999, taxAmount: 400, taxTitle: 'VAT', taxTreatment: null }],
    [
      { country: 'US', postalCode: '10001' },
      { subtotal: 1999, taxAmount: 177, taxTitle: 'Sales Tax', taxTreatment: null },
    ],
    [
      { country: 'CA', postalCode: 'H2X 1Y4' },
      { subtotal: 1999, taxAmount: 299, taxTitle: 'GST + QST', taxTreatment: null },
    ],
    [{ country: 'BR' }, { subtotal: 1999, taxAmount: 0, taxTitle: null, taxTreatment: 'outside' }],
  ] as const
  for (const [details, line] of places) {
    const email = `${details.country}@example.com`
    outcomeOf(await payAt(form, details, { email }))
    const sale = (await salesOf(form)).find(({ taxCountry }) => taxCountry === details.country)
    const total = line.subtotal + line.taxAmount
    expect(sale).toEqual({ ...line, total, charged: total, status: 'paid', taxCountry: details.country })
  }
  const recorded = (await taxesOf(form)).map((one) => [one.amount, one.amount_tax])
  expect(recorded.toReversed()).toEqual([
    [2399, 400],
    [2176, 177],
    [2298, 299],
    [1999, 0],
  ])
})

test('Stripe Tax can be included, and each line and the offer after it has its share', async () => {
  const bump = await addBump(app, seller, { amount: 6 })
  const fields = { taxMode: 'provider_included', amount: 24, bumps: [bump] }
  const form = await createTestForm(app, seller, { ...fields, oneTimeOffer: await addOffer(app, seller) })
  const { quote } = await taxAt(form, { country: 'AT' })
  const made = await order(app, form, { details: { country: 'AT' }, quote: quote.token, bumps: [bump] })
  const shown = await offerOf(app, made)
  expect(shown).toMatchObject({ price: { total: 1990, taxAmount: 332 }, tax: { percentage: '20' } })
  const fault = { kind: 'error', status: 400, body: { code: 'taxes_calculation_failed' } }
  const failed = await withFault(1, fault, () => accept(app, made, shown))
  expect(failed).toMatchObject({ status: 503, body: { code: 'tax_unavailable' } })
  expect(outcomeOf(await accept(app, made, shown)).status).toBe('paid')
  expect(await salesOf(form)).toMatchObject([
    { subtotal: 2000, taxAmount: 400, total: 2400, taxTitle: 'VAT', charged: 3000 },
    { subtotal: 500, taxAmount: 100, total: 600 },
    { subtotal: 1658, taxAmount: 332, total: 1990, taxCountry: 'AT', charged: 1990 },
  ])
  expect((await taxesOf(form)).map((one) => one.amount_tax)).toEqual([332, 500])
})

test('the postal code is required where the tax depends on it, and a wrong one is named at its field', async () => {
  const form = await createTestForm(app, seller, { taxMode: 'provider', amount: 20 })
  expect(errorOf(await pay(app, form)).errors).toEqual({ 'details.country': 'This field is required' })
  const without = await payAt(form, { country: 'US' })
  expect(errorOf(without).errors).toEqual({ 'details.postalCode': 'This field is required' })
  const wrong = await pay(app, form, { details: { country: 'US', postalCode: '00012' } })
  expect(errorOf(wrong).errors).toEqual({
    'details.postalCode': 'There is no such postal code in this country',
  })
  expect(await salesOf(form)).toEqual([])
})

test('a rate is calculated once per place, and another place is another quote', async () => {
  const form = await createTestForm(app, seller, { taxMode: 'provider', amount: 31 })
  const { quote } = await taxAt(form, { country: 'FI' })
  // Stripe would fail if it were asked again.
  const again = await withFault(9, { kind: 'error', status: 500 }, () => readTax(form, { country: 'FI' }))
  expect(again).toMatchObject({ status: 200 })
  const refused = await pay(app, form, { details: { country: 'DE' }, quote: quote.token })
  expect([refused.status, errorOf(refused).code]).toEqual([409, 'quote_changed'])
  expect(await salesOf(form)).toEqual([])
})

test('while taxes cannot be calculated, nothing is charged, and the buyer can try again', async () => {
  const form = await createTestForm(app, seller, { taxMode: 'provider', amount: 32 })
  const details = { country: 'SE' }
  const { quote } = await taxAt(form, details)
  const key = newKey()
  const fault = { kind: 'error', status: 400, body: { code: 'taxes_calculation_failed' } }
  const failed = await withFault(1, fault, () => pay(app, form, { details, quote: quote.token }, key))
  expect(failed).toMatchObject({ status: 503, body: { code: 'tax_unavailable' } })
  expect(await salesOf(form)).toEqual([])
  outcomeOf(await pay(app, form, { details, quote: quote.token }, key))
  expect(await salesOf(form)).toMatchObject([{ charged: 4000, taxAmount: 800, status: 'paid' }])
})

test('a lost response to the payment records the tax once', async () => {
  const form = await createTestForm(app, seller, { taxMode: 'provider', amount: 33 })
  const details = { country: 'NO' }
  const { quote } = await taxAt(form, details)
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 1, fault: { kind: 'cut_after' } }],
  })
  outcomeOf(await pay(app, form, { details, quote: quote.token }))
  await setFaults(app, { calls: [] })
  expect(await taxesOf(form)).toMatchObject([{ amount: 4125, amount_tax: 825 }])
})

test('a rate that changed since the quote is returned instead of the taxed lines', async () => {
  const place = { country: 'AT', postalCode: null }
  const sale = { account: 'acct_of_rates', currency: 'eur', isIncluded: false, place, vatNumber: null }
  const calculateTax = async (_account: string, { amounts, isIncluded }: TaxQuestion) => ({
    id: 'taxcalc_1',
    total: amounts.reduce((sum, amount) => sum + amount, 0),
    lines: amounts.map((amount) => {
      const net = isIncluded ? Math.round(amount / 1.25) : amount
      const part = { title: 'VAT', percentage: '25.0', taxableAmount: net, reason: 'standard_rated' }
      return { net, taxAmount: isIncluded ? amount - net : net / 4, parts: [part] }
    }),
  })
  const services = { ...app.services, provider: { ...app.services.provider, calculateTax } }
  const priced = (percentage: string) => ({
    tax: { title: 'VAT', percentage, inclusive: false },
    treatment: null,
    country: 'AT',
  })
  const lines = [{ total: 1250 }]
  const found = async (percentage: string) => taxOrder(services, sale, lines, priced(percentage))
  expect(await found('20')).toEqual({ changed: priced('25') })
  expect(await found('25')).toMatchObject({ taxed: { lines: [{ subtotal: 1000, taxAmount: 250 }] } })
})

test('a refund in part reverses its share of the tax here and at Stripe', async () => {
  const form = await createTestForm(app, seller, { taxMode: 'provider', amount: 100 })
  const { purchaseId } = outcomeOf(await payAt(form, { country: 'AT' }))
  const refund = await ask('POST', `/sales/${purchaseId}/refunds`, { amount: 60 })
  expect(refund.status).toBeLessThan(300)
  const [booked] = await app.services.db
    .selectFrom('refunds')
    .select(['amount', 'taxAmount'])
    .where('purchaseId', '=', purchaseId ?? '')
    .execute()
  expect(booked).toEqual({ amount: 6000, taxAmount: 1000 })
  expect(await taxesOf(form)).toMatchObject([
    { type: 'reversal', amount: -6000, amount_tax: -1000 },
    { type: 'transaction', amount: 12_000, amount_tax: 2000 },
  ])
})

test('a number that the register cannot be asked about does not count, and the page says so', async () => {
  const german = { country: 'DE', taxNumber: 'DE123456788' }
  await ask('PATCH', '/seller/invoice-details', german)
  const form = await createTestForm(app, seller, { taxMode: 'provider', sellsToBusinesses: true })
  const details = { country: 'AT', isBusiness: true, name: 'Novak GmbH', taxNumber: 'ATU12345674' }
  const { tax, number, quote } = await taxAt(form, details)
  expect([tax?.percentage, number]).toEqual(['20', 'unchecked'])
  const bought = outcomeOf(await pay(app, form, { details, quote: quote.token }))
  // The confirmed number of another business comes too late.
  await fetch(`${app.url}/purchases/${bought.purchaseId}/invoice-details?key=${bought.secret}`, {
    method: 'POST',
    body: new URLSearchParams({ ...noAddress, country: 'AT', name: 'Novak GmbH', taxNumber: 'ATU12345671' }),
    redirect: 'manual',
  })
  const saved = await app.services.db
    .selectFrom('buyerDetails')
    .leftJoin('vatNumbers', 'vatNumbers.purchaseId', 'buyerDetails.purchaseId')
    .select(['buyerDetails.taxNumber', 'vatNumbers.status'])
    .where('buyerDetails.purchaseId', '=', bought.purchaseId)
    .execute()
  expect(saved).toEqual([{ taxNumber: 'ATU12345671', status: null }])
})

const noAddress = { addressLine1: '', addressLine2: '', postalCode: '', city: '' }

test('a form with a recurring price, or a shop without Stripe Tax, cannot use it', async () => {
  const recurring = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
  const form = await createTestForm(app, seller, { amount: 20, ...recurring })
  const refused = await ask('PATCH', `/forms/${form}`, { isDetailUpdate: false, taxMode: 'provider' })
  expect(errorOf(refused).errors).toEqual({
    taxMode: 'Stripe Tax is only for one-time prices. Choose another tax, or remove the recurring price.',
  })
  const other = await createTestForm(app, seller, { amount: 20 })
  await setFaults(app, {
    calls: [{ method: 'GET', path: '/v1/tax/settings', fault: { kind: 'error', status: 500 } }],
  })
  const silent = await ask('PATCH', `/forms/${other}`, { isDetailUpdate: false, taxMode: 'provider' })
  await setFaults(app, { calls: [] })
  expect(errorOf(silent).errors).toEqual({
    taxMode: 'Your account’s tax settings could not be loaded. Try again later',
  })
})
