// The main path of sellers and buyers, on desktop and phone, with Stripe's real card frame.
import type { Page } from '@playwright/test'
import { z } from 'zod'
import type { Product } from './product.ts'
import { create, newForm, signIn } from './seller.ts'
import { cardFrame, expect, expectAccessible, fillCard, test } from './test.ts'

const sandboxObjects = z.object({
  data: z.array(
    z.object({
      amount: z.number(),
      currency: z.string(),
      status: z.string(),
      billing_details: z.object({ email: z.string().nullable() }).optional(),
    }),
  ),
})

async function chargesOf(product: Product, email: string) {
  const response = await fetch(`${product.sandboxUrl}/sandbox/charges`)
  const { data } = sandboxObjects.parse(await response.json())
  return data.filter((charge) => charge.billing_details?.email === email && charge.status === 'succeeded')
}

let buyers = 0
const newBuyer = () => `buyer-${process.pid}-${(buyers += 1)}@example.com`

async function openDemoForm(page: Page, product: Product, email: string, card: string): Promise<void> {
  await page.goto(product.demo.forms[0]?.path ?? '')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
  await fillCard(page, card)
}

const payButton = (page: Page) => page.getByRole('button', { name: /\$49\.00/ })

test('A6 E8 F14 H8 J3: a buyer pays for the demo form by card with one charge, one sale and one receipt', async ({
  page,
  product,
}) => {
  const email = newBuyer()
  await openDemoForm(page, product, email, '4242424242424242')
  await payButton(page).click()

  await expect(page.getByText('Form paid successfully')).toBeVisible()
  await expect(page.getByText(`Paid by ${email} with Visa ending in 4242`)).toBeVisible()
  await expectAccessible(page)
  expect(await chargesOf(product, email)).toMatchObject([{ amount: 4900, currency: 'usd' }])
  await page.getByRole('button', { name: 'Buy again' }).click()
  for (const name of ['Email', 'Name']) await expect(page.getByRole('textbox', { name })).toHaveValue('')
  await signIn(page, product)
  await page.goto('/sales')
  await page.getByRole('searchbox').fill(email)
  const found = page.getByRole('main').locator('a[href^="/sales/0"]').filter({ visible: true })
  await expect(found).toHaveCount(1)
  await found.click()
  await expect(page).toHaveURL(/\/sales\/[0-9a-f-]+$/)
  await expect(page.getByText(email).filter({ visible: true }).first()).toBeVisible()
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(page.getByText(email).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('a buyer whose card is declined sees why, keeps their input and pays with another card @react', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 402/)
  const email = newBuyer()
  await openDemoForm(page, product, email, '4000000000009995')
  await payButton(page).click()
  await expect(page.getByText(/insufficient funds/)).toBeVisible()
  expect(await chargesOf(product, email)).toEqual([])

  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  const frame = cardFrame(page)
  await frame.getByRole('textbox', { name: 'Card number' }).fill('')
  await fillCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await chargesOf(product, email)).toHaveLength(1)
})

const challenge = (page: Page) => page.frameLocator('iframe[title="Authenticate your payment"]')

test('a payment that the bank authenticates succeeds after the buyer confirms it @react', async ({
  page,
  product,
}) => {
  const email = newBuyer()
  await openDemoForm(page, product, email, '4000002760003184')
  await payButton(page).click()
  await challenge(page).getByRole('button', { name: 'Complete authentication' }).click()

  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await chargesOf(product, email)).toHaveLength(1)
})

test('a failed authentication charges nothing, and the buyer can try again @desktop', async ({
  page,
  product,
}) => {
  const email = newBuyer()
  await openDemoForm(page, product, email, '4000002760003184')
  await payButton(page).click()
  await challenge(page).getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByText(/Your bank could not verify you/)).toBeVisible()
  expect(await chargesOf(product, email)).toEqual([])

  await payButton(page).click()
  await challenge(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await chargesOf(product, email)).toHaveLength(1)
})

test('a buyer who double-clicks pays only once @desktop', async ({ page, product }) => {
  const email = newBuyer()
  await openDemoForm(page, product, email, '4242424242424242')
  await payButton(page).dblclick()

  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await chargesOf(product, email)).toHaveLength(1)
})

test('E10 F1 F6: a new seller is onboarded and creates a form, and a buyer pays on its page', async ({
  page,
  product,
}) => {
  const seller = newBuyer()
  await page.goto('/register')
  await page.getByLabel('Your name').fill('Mira Stone')
  await page.getByLabel('Email').fill(seller)
  await page.getByLabel('Password').first().fill('correct-horse')
  await page.getByRole('button', { name: /create|sign up|register/i }).click()
  await page.getByRole('button', { name: 'Complete onboarding' }).click()
  await expect(page).toHaveURL(/onboarding=return/)
  await expect(page.getByText('Everything is set up')).toBeInViewport()
  await page.getByRole('link', { name: 'Create a form' }).click()
  await page.getByLabel('Title').fill('A weekend of ceramics')
  await page.getByLabel('Description').fill('Two days at the wheel')
  await page.getByLabel('Video').fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  await page.getByLabel('Amount').fill('80.50')
  await page.getByRole('button', { name: 'Create form' }).click()
  await expect(page.getByText('form created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/forms$/)
  await expect(page.getByRole('heading', { name: 'A weekend of ceramics', exact: true })).toBeVisible()
  const steps = page.getByRole('region', { name: 'Your first sale' })
  await expect(steps.getByRole('listitem').filter({ hasText: 'Create a form (done)' })).toBeVisible()
  await expect(steps.getByRole('link', { name: 'Open your form to share it' })).toBeVisible()

  const response = await page.request.get('/api/forms', {
    headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('sessionToken'))}` },
  })
  const { data } = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(await response.json())
  const buyer = newBuyer()
  await page.goto(`/payment/${data[0]?.id ?? ''}`)
  await page.getByRole('textbox', { name: 'Email' }).fill(buyer)
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
  await fillCard(page, '5555555555554444')
  await page.getByRole('button', { name: /\$80\.50/ }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await chargesOf(product, buyer)).toMatchObject([{ amount: 8050 }])

  await page.goto('/forms')
  await expect(page.getByRole('heading', { name: 'A weekend of ceramics' })).toBeVisible()
  await expect(steps).toHaveCount(0)
})

// Proves accessible-payment.
test('G6 G11 J4: the payment page is accessible with mistakes and without its card field @react', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED|status of 400/)
  await page.goto(product.demo.forms[0]?.path ?? '')
  await expectAccessible(page)
  await payButton(page).click()
  await expect(page.getByText(/^Enter your (?:email|name)$/)).toHaveCount(2)
  await expectAccessible(page)
  for (const [email, message] of [
    ['nonsense', 'Email is not valid'],
    [`${'a'.repeat(128)}@example.com`, 'to long'],
  ] as const) {
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await payButton(page).click()
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }

  await openDemoForm(page, product, newBuyer(), '4242424242424242')
  await page.route('**/api/stripe/pay-form', (route) =>
    route.fulfill({ status: 400, json: { code: 'refused', message: '', requestId: '' } }),
  )
  await payButton(page).click()
  const failed = 'Something went wrong durring form payment , please try again !'
  await expect(page.getByText(failed, { exact: true })).toBeVisible()
  await expect(page.locator('.toast')).toHaveAttribute('data-message', failed)
  const script = (await page.locator('#provider-script').getAttribute('src')) ?? ''
  await page.route(script, (route) => route.abort())
  await page.goto(product.demo.forms[0]?.path ?? '')
  await expect(page.getByText(cardNotLoaded, { exact: true })).toBeVisible()
  await expectAccessible(page)
})

const cardNotLoaded = 'Error processing payment through stripe, try again or contact admin'
const reload = (page: Page) => page.getByRole('button', { name: 'Reload the page' })

test('a card field that does not load is reported in time and not as incomplete @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED|postMessage/)
  await page.clock.install()
  await page.route('**/frames/payment', (route) => route.abort())
  await page.goto(product.demo.forms[0]?.path ?? '')
  await page.getByRole('textbox', { name: 'Email' }).fill('bea@example.com')
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
  await payButton(page).click()
  await expect(page.getByText(cardNotLoaded, { exact: true })).toBeVisible()
  await expect(reload(page)).toHaveCount(0)
  await page.clock.fastForward(8_000)
  await expect(page.getByText('The card field did not load.')).toBeVisible()
  await payButton(page).click()
  await expect(reload(page)).toBeFocused()
  await expect(reload(page)).toHaveAccessibleDescription(cardNotLoaded)

  const bump = page.getByRole('checkbox').first()
  await bump.check()
  await page.unroute('**/frames/payment')
  await reload(page).press('Enter')
  await expect(reload(page)).toHaveCount(0)
  await fillCard(page, '4242424242424242')
  await expect(page.getByText(cardNotLoaded)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('bea@example.com')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Bea Novak')
  await expect(bump).toBeChecked()

  const script = (await page.locator('#provider-script').getAttribute('src')) ?? ''
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(script, async (route) => {
    await arrival
    await route.continue()
  })
  await page.goto(product.demo.forms[0]?.path ?? '', { waitUntil: 'domcontentloaded' })
  await expect(payButton(page)).toBeEnabled()
  await page.clock.fastForward(8_000)
  await expect(reload(page)).toBeVisible()
  arrive()
  await fillCard(page, '4242424242424242')
  await expect(reload(page)).toHaveCount(0)
})

test('A6: unknown and deleted forms show a friendly page with the right status @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 4(04|10)/)
  const unknown = await page.goto('/payment/01a1f882-85a6-763a-997b-e9385dbf9804')
  expect(unknown?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  const malformed = await page.goto('/payment/nonsense')
  expect(malformed?.status()).toBe(404)
  await signIn(page, product)
  const form = await create(page, '/forms', newForm())
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('sessionToken'))}`
  await page.request.delete(`/api/forms/${form.id}`, { headers: { authorization } })
  const deleted = await page.goto(`/payment/${form.id}`)
  expect(deleted?.status()).toBe(410)
  await expectAccessible(page)
})
