import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { accept, createOfferForm, offerOf } from '#buying/upsells/test-offers.ts'
import { asSeller, checkAll, moveTo, rowOf } from '#payments/subscriptions/test-subscriptions.ts'
import { call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { purchasePath } from '#payments/purchases/records/purchase-url.ts'
import { fetchInvoice, invoicePathOf, textOf } from './test-invoices.ts'

let app: TestApp
let seller: TestSeller
let order: Bought

type Bought = { readonly purchaseId: string; readonly secret: string }

const nobody = {
  addressLine1: '',
  addressLine2: '',
  postalCode: '',
  city: '',
  country: '',
  taxNumber: '',
}

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  await sell('Studio of the first month')
  const form = await createOfferForm(app, seller, { priceType: 'RecurringPrice', billingPeriod: 'Monthly' })
  order = outcomeOf(await pay(app, form, { email: `${newKey()}@example.com` }))
  await accept(app, order, await offerOf(app, order))
})
afterAll(async () => app.close())

/** Sets the seller's name on later invoices. */
async function sell(name: string): Promise<void> {
  const body = { ...nobody, name, note: null }
  const { token } = seller
  const answer = await asSeller(app, () => call(app, 'PATCH', '/api/seller/invoice-details', { token, body }))
  expect(answer.status).toBe(200)
}

/** Sets the buyer's name on an invoice through the form on its page. */
async function buyAs({ purchaseId, secret }: Bought, name: string): Promise<void> {
  const answer = await fetch(`${app.url}/purchases/${purchaseId}/invoice-details?key=${secret}`, {
    method: 'POST',
    body: new URLSearchParams({ ...nobody, name }),
    redirect: 'manual',
  })
  expect(answer.headers.get('location')).toContain('invoice=saved')
}

async function renew(): Promise<Bought> {
  await checkAll(app)
  const { currentPeriodEnd } = await rowOf(app, order)
  await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) + 3 * 3_600_000))
  await checkAll(app)
  return followUp('renewal')
}

/** The latest later payment of the order, as its buyer sees it. */
async function followUp(kind: 'offer' | 'renewal'): Promise<Bought> {
  const followed = await app.services.db
    .selectFrom('purchases')
    .select(['id', 'keyGeneration'])
    .where('orderId', '=', order.purchaseId)
    .where('kind', '=', kind)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const secret = new URL(purchasePath(followed, app.config.authSecret), app.url).searchParams.get('key') ?? ''
  return { purchaseId: followed.id, secret }
}

const invoiceText = async (bought: Bought) =>
  (await textOf((await fetchInvoice(app, invoicePathOf(bought))).bytes)).text

test('an offer’s invoice has the order’s invoice details, and a renewal’s has the current ones', async () => {
  await buyAs(order, 'Acme Ltd')
  await sell('Studio of the second month')
  const offer = await followUp('offer')
  const second = await renew()
  const asTaken = await invoiceText(second)
  await buyAs(second, 'Acme Holding')
  const third = await renew()
  const offerPage = await fetch(`${app.url}/purchases/${offer.purchaseId}?key=${offer.secret}`)

  expect(await invoiceText(order)).toMatch(/Studio of the first month\s+Billed to\s+Acme Ltd\s+Bea Novak/)
  expect(await invoiceText(offer)).toMatch(/Studio of the first month\s+Billed to\s+Acme Ltd\s+Bea Novak/)
  expect(await offerPage.text()).not.toContain('Save invoice details')
  expect(asTaken).toMatch(/Studio of the second month\s+Billed to\s+Acme Ltd\s+Bea Novak/)
  expect(await invoiceText(third)).toMatch(
    /Studio of the second month\s+Billed to\s+Acme Holding\s+Bea Novak/,
  )
})
