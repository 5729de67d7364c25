// Limits the script bytes of a first visit to ten percent above today's size. `npm run bench` prints the bytes.
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { newForm, signIn } from './seller.ts'
import { openShop } from './shop.ts'
import { expect, test } from './test.ts'

/** The names and transferred bytes of the scripts a new browser loads for a URL. */
async function scriptsOf(browser: Browser, url: string, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const { origin } = new URL(url)
  const sizes: Promise<[string, number]>[] = []
  page.on('response', (response) => {
    // Stripe's own script is not counted.
    if (response.request().resourceType() !== 'script' || !response.url().startsWith(origin)) return
    const size = async (): Promise<[string, number]> => [
      response.url(),
      (await response.request().sizes()).responseBodySize,
    ]
    sizes.push(size())
  })
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const scripts = new Map(await Promise.all(sizes))
  await context.close()
  return {
    names: [...scripts.keys()].join(' '),
    bytes: [...scripts.values()].reduce((sum, one) => sum + one, 0),
  }
}

test('a first visit to each main page stays within its script budget @desktop', async ({
  page,
  product,
  browser,
}) => {
  const login = await scriptsOf(browser, `${product.url}/login`, {})
  expect(login.bytes).toBeGreaterThan(10_000)
  expect(login.bytes).toBeLessThan(122_000)

  await signIn(page, product)
  const storageState = await page.context().storageState()
  const forms = await scriptsOf(browser, `${product.url}/forms`, { storageState })
  expect(forms.names).not.toMatch(/form-editor|product-fields|sale-page|profile-page/)
  expect(forms.bytes).toBeLessThan(222_000)

  const ownPage = await scriptsOf(browser, `${product.url}${product.demo.forms[0]?.path ?? ''}`, {})
  expect(ownPage.bytes).toBeLessThanOrEqual(20_000)

  const { create } = await openShop(product)
  const timers = [{ title: 'Early bird', timestamp: Date.now() + 3_600_000, amount: 59 }]
  const form = await create('/forms', newForm({ timers }))
  const timedPage = await scriptsOf(browser, `${product.url}/payment/${form}`, {})
  expect(timedPage.names).toMatch(/payment-timed/)
  expect(timedPage.bytes).toBeLessThan(22_500)
})

test('a first visit to a payment page with choices stays within its script budget @desktop', async ({
  product,
  browser,
}) => {
  const { create } = await openShop(product)
  const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
  const scriptsOfForm = async (fields: object) =>
    scriptsOf(browser, `${product.url}/payment/${await create('/forms', newForm(fields))}`, {})

  const prices = [{ label: 'In three', amount: 17, ...monthly, cancelAfter: 3 }]
  const choice = await scriptsOfForm({ priceLabel: 'At once', prices, quantityMax: 5 })
  expect(choice.names).toMatch(/payment-choice/)
  expect(choice.bytes).toBeLessThan(30_000)

  const opening = await scriptsOfForm({ ...monthly, trialDays: 14, setupAmount: 30 })
  expect(opening.names).toMatch(/payment-opening/)
  expect(opening.bytes).toBeLessThan(31_000)
})
