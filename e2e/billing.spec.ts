// A seller's own plan: its features, changes at the shown price, cancellation, and messages after it ends.
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { arriveAsNew } from './arrive.ts'
import { askForWork } from './ask-for-work.ts'
import type { Product } from './product.ts'
import { expect, expectAccessible, fillCard, test } from './test.ts'

const record = z.object({ id: z.string(), email: z.string().nullish(), customer: z.string().nullish() })

async function listOf(product: Product, kind: string) {
  const response = await fetch(`${product.sandboxUrl}/sandbox/${kind}`)
  return z.object({ data: z.array(record) }).parse(await response.json()).data
}

/** Signs up a new seller whose account can charge, and opens the app. Returns their email address. */
async function openAsNewSeller(page: Page, product: Product): Promise<string> {
  const email = await arriveAsNew(page, product)
  await page.goto('/forms')
  return email
}

const course = {
  title: 'A course in watercolor',
  description: 'Six weeks of light and water',
  video: 'https://youtu.be/dQw4w9WgXcQ',
  amount: 49,
}

const bumps = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true }).getByText('Bumps')

test('A8 B10 B11 E9 F6 H3 H4 H5 H6 J3 J5: a trial changes to Growth for the shown price, and is canceled @desktop', async ({
  page,
  product,
}) => {
  await openAsNewSeller(page, product)
  await expect(bumps(page)).toHaveCSS('text-decoration-line', 'line-through')
  for (const path of ['/forms/details/01a1f882-85a6-763a-997b-e9385dbf9804', '/taxes']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/billing$/)
    await expect(page.getByText("Your subscription doesn't have this feature")).toBeVisible()
  }
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('sessionToken'))}`
  for (const [path, status] of [
    ['forms', 200],
    ['bumps', 403],
    ['one-time-offers', 403],
    ['taxes', 403],
  ] as const) {
    const response = await page.request.get(`/api/${path}`, { headers: { authorization } })
    expect(response.status(), path).toBe(status)
  }

  await page.getByRole('button', { name: 'Change to Growth' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change to Growth' })
  await expect(dialog.getByText('Today', { exact: true }).locator('..')).toContainText('$49.00')
  await fillCard(page, '4242424242424242')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Pay $49.00' }).click()
  await expect(page.getByText('Plan Changed successfully')).toBeVisible()
  await expect(page.getByText(/^Renews on /)).toBeVisible()
  await expect(bumps(page)).not.toHaveCSS('text-decoration-line', 'line-through')
  await expect(page.getByText('ending in 4242')).toBeVisible()
  await bumps(page).click()
  await expect(page).toHaveURL(/\/bumps$/)

  await page.goto('/billing')
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText('Subscription Cancelled successfully')).toBeVisible()
  await expect(page.getByText(/^Your plan ends on /)).toBeVisible()
  await page.getByRole('button', { name: 'Resume plan' }).click()
  await expect(page.getByText(/^Renews on /)).toBeVisible()

  const made = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/${path}`, { headers: { authorization }, data })
    return z.object({ id: z.string() }).parse(await answer.json()).id
  }
  const tax = { title: 'Sales tax', percentage: 8, inclusive: false }
  const id = await made('forms', { ...course, taxId: await made('taxes', tax) })
  await page.getByRole('button', { name: 'Change to Basic' }).click()
  const smaller = page.getByRole('dialog', { name: 'Change to Basic' })
  await expect(smaller.getByRole('listitem').filter({ hasText: course.title })).toContainText('1 tax')
  await smaller.getByRole('button', { name: 'Confirm change' }).click()
  await expect(bumps(page)).toHaveCSS('text-decoration-line', 'line-through')
  await expect(page.getByText('You have $30.00 in credit, applied to your next invoices.')).toBeVisible()
  await page.goto('/forms')
  await expect(page.getByText('Saved for when you return to Growth: 1 tax')).toBeVisible()
  await page.goto(`/forms/edit/${id}`)
  await page.getByRole('button', { name: 'Remove Sales tax 8%' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('form updated successfully')).toBeVisible()
  await page.goto('/forms')
  await expect(page.getByText(course.title)).toBeVisible()
  await expect(page.getByText(/^Saved for when you return/)).toBeHidden()
})

test('a seller whose bank does not confirm a payment sees where to add another card @desktop', async ({
  page,
  product,
}) => {
  await openAsNewSeller(page, product)
  await page.goto('/billing')
  await page.getByRole('button', { name: 'Change to Growth' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change to Growth' })
  await expect(dialog).toContainText('What you pay today and each month after that.')
  await fillCard(page, '4000002760003184')
  await dialog.getByRole('button', { name: 'Pay $49.00' }).click()
  const bank = page.frameLocator('iframe[title="Authenticate your payment"]')
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await bank.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(dialog.getByText(/replace your card under “Card on file”/)).toBeVisible()
})

test('while stolen cards are tested on plans, the page solves the server’s challenges @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 428/)
  await openAsNewSeller(page, product)
  // After three rejected proofs of work, the seller sees why. The next attempt then needs only one.
  const { message, proofs, isProof } = await askForWork(page, '**/api/stripe/plan-card/setup', 5)
  await page.goto('/billing')
  await page.getByRole('button', { name: 'Change to Growth' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change to Growth' })
  await fillCard(page, '4242424242424242')
  const pay = dialog.getByRole('button', { name: 'Pay $49.00' })
  await pay.click()
  await expect(page.getByText(message).first()).toBeVisible()
  expect(proofs.map(isProof)).toEqual([false, true, true, true])
  await pay.click()
  await expect(page.getByText(/^Renews on /)).toBeVisible()
  expect(proofs.map(isProof).slice(4)).toEqual([false, true])
})

test('a seller whose plan’s card was declined sees it on every screen, with a way to fix it @desktop', async ({
  page,
  product,
}) => {
  await openAsNewSeller(page, product)
  await page.route('**/api/stripe/account-billing', async (route) => {
    const response = await route.fetch()
    const billing = z.array(z.looseObject({})).parse(await response.json())
    await route.fulfill({ response, json: billing.map((plan) => ({ ...plan, status: 'past_due' })) })
  })
  const banner = page.getByRole('complementary', { name: 'Plan' })
  for (const path of ['/forms', '/sales', '/settings']) {
    await page.goto(path)
    await expect(banner).toContainText('Your payment for the Tillform plan failed.')
  }
  await expectAccessible(page)
  await banner.getByRole('link', { name: 'Replace your card or pay now' }).click()
  await expect(page.getByText('Your last payment failed.')).toBeVisible()
  await expect(banner).toBeHidden()
})

test('G13 H17: an account without a plan sees a message until it has one @desktop', async ({
  page,
  product,
}) => {
  await openAsNewSeller(page, product)
  let isEmpty = true
  await page.route('**/api/stripe/account-billing', (route) =>
    isEmpty ? route.fulfill({ json: [] }) : route.continue(),
  )
  await page.goto('/forms?q=course')
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible()
  isEmpty = false
  await expect(page).toHaveURL('/forms?q=course')
  await expect(page.getByRole('heading', { level: 1, name: 'Forms' })).toBeVisible()

  isEmpty = true
  await page.goto('/billing')
  await expect(page.getByText('This Account is not subscribed to any plan, retry ...')).toBeVisible()
  isEmpty = false
  await expect(page.getByText(/^Your trial ends on .* Add a card to keep your plan\.$/)).toBeVisible()
  await expectAccessible(page)
})

test('a seller whose plan Stripe has ended can open only billing and settings @desktop', async ({
  page,
  product,
}) => {
  const email = await openAsNewSeller(page, product)
  await page.goto('/billing')
  await expect(page.getByText(/^Your trial ends on /)).toBeVisible()
  await expect
    .poll(async () => (await listOf(product, 'customers')).some((one) => one.email === email))
    .toBe(true)
  const customer = (await listOf(product, 'customers')).find((one) => one.email === email)
  const subscription = (await listOf(product, 'subscriptions')).find((one) => one.customer === customer?.id)
  await page.request.delete(`${product.sandboxUrl}/v1/subscriptions/${subscription?.id}`, {
    headers: { authorization: 'Bearer sk_test_tillform_sandbox' },
  })

  const token = await page.evaluate(() => localStorage.getItem('sessionToken'))
  const forms = () => page.request.get('/api/forms', { headers: { authorization: `Bearer ${token}` } })
  await expect.poll(async () => (await forms()).status()).toBe(403)
  await page.goto('/forms')
  await expect(page).toHaveURL(/\/billing$/)
  await expect(page.getByText('Your plan has ended. Choose one to continue.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose Basic' })).toBeVisible()
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/settings$/)
})
