import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeRefundMail } from '#buying/receipts/mail/receipt-writers.ts'
import { offeredPrices } from '#buying/price-changes/offered-prices.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { returnTax } from '#payments/refunds/return-tax.ts'
import { describeSubscription } from '#payments/subscriptions/describe-subscription.ts'
import { takeTaxOff } from '#payments/subscriptions/change/take-tax-off.ts'
import {
  ask,
  asSeller,
  checkAll,
  invoicesOf,
  later,
  mailsOf,
  renew,
  rowOf,
  type Ordered,
} from '#payments/subscriptions/test-subscriptions.ts'
import { askAgain } from '#payments/tax-numbers/ask-again.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { checkoutContract } from '../contract.ts'
import { outcomeOf, pay, trialConsents } from '../pay/test-paying.ts'

let app: TestApp
let seller: TestSeller
const regions = [
  { country: 'DE', title: 'MwSt.', percentage: 19, inclusive: true },
  { country: 'AT', title: 'USt.', percentage: 20, inclusive: true },
  { country: 'FI', title: 'ALV', percentage: 25.5, inclusive: false },
]

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  const { token } = seller
  const own = { country: 'DE', taxNumber: 'DE 123 456 788' }
  await call(app, 'PATCH', '/api/seller/invoice-details', { token, body: own })
  await call(app, 'PATCH', '/api/tax-regions', { token, body: { regions } })
})
afterAll(async () => app.close())

let count = 0
/** A business subscribes while the register does not respond about its VAT number. */
async function subscribe(fields: object = {}, country: 'AT' | 'FI' = 'AT', coupon?: object) {
  const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', amount: 120, ...fields }
  const taxed = { taxMode: 'by_country', sellsToBusinesses: true }
  const form = await asSeller(app, () => createTestForm(app, seller, { ...monthly, ...taxed }))
  count += 1
  const taxNumber = country === 'AT' ? `ATU${count}2345673` : `FI${count}2345673`
  const details = { country, isBusiness: true, name: 'Novak GmbH', taxNumber }
  const answer = await call(app, 'POST', '/api/stripe/form-tax', { body: { form, details } })
  const { quote } = checkoutContract.readTax.ok.schema.parse(answer.body)
  const code = coupon === undefined ? {} : { coupon: (await addCoupon(app, form, coupon)).code }
  const email = `business-${count}@example.com`
  const paid = await pay(app, form, {
    details,
    email,
    consents: await trialConsents(app, form),
    ...code,
    ...(coupon === undefined && { quote: quote.token, due: quote.price.total }),
  })
  expect(paid.body).toHaveProperty('purchaseId')
  const { purchaseId, secret } = outcomeOf(paid)
  await checkAll(app)
  return { form, purchaseId, secret }
}

/** An hour later, the register confirms the number. */
async function confirm() {
  await later(app, 3_700_000)
  await askAgain(app.services)
  while ((await returnTax(app.services)) > 0);
  return takeTaxOff(app.services)
}

const paymentsOf = async ({ purchaseId }: Ordered) =>
  app.services.db
    .selectFrom('purchases')
    .innerJoin('purchaseLines', 'purchaseLines.purchaseId', 'purchases.id')
    .leftJoin('refunds', 'refunds.purchaseId', 'purchases.id')
    .select(['purchases.total', 'purchases.taxAmount', 'taxPercentage', 'taxTreatment', 'taxCountry'])
    .select('refunds.amount as refunded')
    .where((row) => row.or([row('purchases.id', '=', purchaseId), row('orderId', '=', purchaseId)]))
    .orderBy('purchases.createdAt')
    .execute()

const shownOf = async (ordered: Ordered) => describeSubscription(await rowOf(app, ordered), app.clock.now())

const untaxed = { taxAmount: 0, taxPercentage: null, taxTreatment: 'reverse_charge', refunded: null }
const chargedOf = async (ordered: Ordered) =>
  (await invoicesOf(app, ordered)).map(({ total }) => total).toReversed()

async function refundText({ purchaseId }: Ordered): Promise<string> {
  const { db, config } = app.services
  const { id } = await db
    .selectFrom('refunds')
    .select('id')
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirstOrThrow()
  return (await writeRefundMail({ db, addresses: config }, purchaseId, id)).text
}

// Proves tax-back-once.
test('after a late confirmation, renewals are charged without tax', async () => {
  const [ordered, exclusive] = [await subscribe(), await subscribe({ quantityMax: 3 }, 'FI')]
  expect(await confirm()).toBe(2)
  expect(await confirm()).toBe(0)
  for (const { purchaseId } of [ordered, exclusive]) {
    const { agreedPrices } = await rowOf(app, { purchaseId })
    expect(agreedPrices?.map(({ from }) => from !== null)).toEqual([true, true])
  }
  // Both are renewed at the same time.
  await renew(app, exclusive)
  while ((await returnTax(app.services)) > 0);
  expect(await paymentsOf(ordered)).toMatchObject([
    { total: 12_000, taxAmount: 2000, taxPercentage: '20.0000', taxTreatment: null, refunded: 2000 },
    { total: 10_000, ...untaxed, taxCountry: 'AT' },
  ])
  expect(await paymentsOf(exclusive)).toMatchObject([
    { total: 15_060, taxAmount: 3060, refunded: 3060 },
    { total: 12_000, ...untaxed, taxCountry: 'FI' },
  ])
  expect(await chargedOf(ordered)).toEqual([12_000, 10_000])
  expect(await chargedOf(exclusive)).toEqual([15_060, 12_000])
  expect(await rowOf(app, ordered)).toMatchObject({
    total: 10_000,
    taxAmount: 0,
    taxTreatment: 'reverse_charge',
  })
  expect(await mailsOf(app, ordered)).not.toContain('price_changed')
  const text = await refundText(ordered)
  expect(text).toContain('Your VAT number is confirmed, so you owe no tax on “A course in watercolor”.')
  expect(text).toContain('We are refunding $20.00 of $120.00 to you.')
  expect(text).toContain('Your next payments will be without tax.')
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('a trial that began with tax is followed by payments without', async () => {
  const ordered = await subscribe({ trialDays: 7, trialAmount: 12 })
  await confirm()
  await renew(app, ordered)
  await renew(app, ordered)
  expect(await paymentsOf(ordered)).toMatchObject([
    { total: 1200, taxAmount: 200, refunded: 200 },
    { total: 10_000, ...untaxed },
    { total: 10_000, ...untaxed },
  ])
})

test('a coupon on prices before tax continues without the tax, and a coupon on prices with tax keeps the tax until it ends', async () => {
  const takes = { percentage: '10', lasts: 'cycles', cycles: 2 }
  const [before, within] = [await subscribe({}, 'FI', takes), await subscribe({}, 'AT', takes)]
  await confirm()
  for (let month = 0; month < 2; month += 1) {
    await renew(app, within)
    while ((await returnTax(app.services)) > 0);
    await takeTaxOff(app.services)
  }
  expect(await paymentsOf(before)).toMatchObject([
    { total: 13_554, taxAmount: 2754, refunded: 2754 },
    { total: 10_800, ...untaxed },
    { total: 12_000, ...untaxed },
  ])
  expect(await paymentsOf(within)).toMatchObject([
    { total: 10_800, taxAmount: 1800, refunded: 1800 },
    { total: 10_800, taxAmount: 1800, refunded: 1800 },
    { total: 10_000, ...untaxed },
  ])
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('an early payoff is charged without tax', async () => {
  const ordered = await subscribe({ cancelAfter: 3 })
  await confirm()
  const { payoff, total } = await shownOf(ordered)
  expect([payoff?.total, total]).toEqual([20_000, 10_000])
})

test('another price is offered without the tax, and undoing the change keeps it off', async () => {
  const pro = { label: 'Pro', amount: 240, priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
  const ordered = await subscribe({ priceLabel: 'Basic', allowsPriceChange: true, prices: [pro] })
  await confirm()
  const shown = async () => {
    const { priceChange, total } = await shownOf(ordered)
    return { total, change: priceChange && [priceChange.total, priceChange.former.total] }
  }
  expect(await shown()).toEqual({ total: 10_000, change: null })
  const row = await rowOf(app, ordered)
  const { currentPeriodEnd, agreedPrices } = row
  const order = { formId: ordered.form, priceId: null, language: 'en' as const }
  const [offered] = await offeredPrices(app.services, row, order)
  expect(offered).toMatchObject({ total: 20_000, taxAmount: 0 })
  const choice = { price: offered?.priceId, total: 20_000, from: currentPeriodEnd?.toISOString() }
  const after = agreedPrices?.at(-1)?.id
  expect((await ask(app, ordered, '/price', { ...choice, after })).status).toBe(200)
  expect(await shown()).toEqual({ total: 20_000, change: [20_000, 12_000] })
  expect(await takeTaxOff(app.services)).toBe(0)
  const change = (await rowOf(app, ordered)).agreedPrices?.at(-1)?.id
  expect((await ask(app, ordered, '/price/keep', { change })).status).toBe(200)
  expect(await shown()).toEqual({ total: 10_000, change: null })
  await renew(app, ordered)
  expect(await paymentsOf(ordered)).toMatchObject([{ refunded: 2000 }, { total: 10_000, ...untaxed }])
})
