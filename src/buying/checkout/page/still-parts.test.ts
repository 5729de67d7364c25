import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  seller = await signUpSeller(app)
  await locate(app, seller, 'US')
})

/** A payment page's texts and links, without its scripts and styles. */
async function pageOf(form: string, language = 'en-US'): Promise<string> {
  const page = await fetch(`${app.url}/payment/${form}`, { headers: { 'accept-language': language } })
  return (await page.text()).replaceAll(/<(style|script)[^]*?<\/\1>/g, '').replaceAll('<!-- -->', '')
}

test('a payment page shows the guarantee, the payment provider and the seller’s contact details', async () => {
  const plain = await createTestForm(app, seller)
  const promising = await createTestForm(app, seller, { guarantee: 'Your money back within 30 days' })
  const free = await createTestForm(app, seller, { amount: 0 })
  const before = await pageOf(plain)
  const details = { contactEmail: 'hello@example.com', website: 'https://shop.example' }
  await call(app, 'PATCH', '/api/seller/shop', { token: seller.token, body: details })

  expect(before).toContain('Secure payment by Stripe')
  expect(before).not.toContain('Questions?')
  expect(await pageOf(promising)).toContain('Your money back within 30 days')
  expect(await pageOf(free)).not.toContain('Stripe')
  expect(await pageOf(free)).toContain('href="mailto:hello@example.com"')
  expect(await pageOf(free)).toContain('href="https://shop.example/"')
})

test('a payment page links to withdrawal and cancellation only where a law may grant these rights', async () => {
  const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
  const [form, free] = [
    await createTestForm(app, seller, monthly),
    await createTestForm(app, seller, { amount: 0 }),
  ]
  const links = async (id: string, language?: string) =>
    [...(await pageOf(id, language)).matchAll(/href="\/(withdraw|cancel-contract)\?/g)].map(
      ([, path]) => path,
    )

  expect(await links(form)).toEqual([])
  expect(await links(form, 'de-AT')).toEqual(['withdraw', 'cancel-contract'])
  expect(await links(free, 'de-AT')).toEqual([])
  await locate(app, seller, 'DE')
  const german = await createTestForm(app, seller, { amount: 0 })
  expect(await links(german)).toEqual(['withdraw'])
})

test('a payment page asks for a coupon code only if the form has a code that can apply', async () => {
  const [form, other, free] = [
    await createTestForm(app, seller),
    await createTestForm(app, seller),
    await createTestForm(app, seller, { amount: 0 }),
  ]
  const asks = async (id: string) => {
    const page = await fetch(`${app.url}/payment/${id}`, { headers: { 'accept-language': 'en' } })
    return (await page.text()).includes('"hasCodes":true')
  }
  await addCoupon(app, form, { formIds: [form] })
  await addCoupon(app, form, { kind: 'amount', percentage: null, amounts: JSON.stringify({ eur: 500 }) })
  await addCoupon(app, form, { formIds: [other], maxRedemptions: 1, taken: 1 })
  await addCoupon(app, form, { formIds: [other], scope: 'bumps' })

  expect([await asks(form), await asks(other)]).toEqual([true, false])
  await addCoupon(app, form)
  const third = await createTestForm(app, seller)
  expect([await asks(third), await asks(free)]).toEqual([true, false])
})
