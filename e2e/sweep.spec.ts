// Every page held to WCAG 2.2 AA in light and in dark, and what a first visit loads held to its budget.
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { platformPages, publicPages, sellerPages } from './pages.ts'
import { signIn } from './seller.ts'
import { grantSuperAdmin, signInAs, signUp } from './super-admin.ts'
import { expect, expectAccessible, expectReadable, test } from './test.ts'

test('every page is accessible in light and in dark @desktop', async ({ page, product, expectedErrors }) => {
  test.setTimeout(240_000)
  // There is no such page, and no such invitation.
  expectedErrors.push(/status of 404/, /status of 410/)
  const look = async (path: string) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('main'))).not.toHaveCount(0)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await test.step(path, () => expectAccessible(page))
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await test.step(`${path} in dark`, () => expectReadable(page))
  }
  for (const { path } of publicPages(product)) await look(path)
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, product)
  const token = (await page.evaluate(() => localStorage.getItem('sessionToken'))) ?? ''
  for (const { path } of await sellerPages(product, token)) await look(path)

  for (const [path, button] of [
    ['/forms', 'Delete'],
    ['/team', 'Invite'],
    ['/billing', 'Cancel plan'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: button, exact: true }).first().click()
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
    await test.step(`${path}: ${button} in dark`, () => expectAccessible(page))
  }

  await page.evaluate(() => localStorage.clear())
  const admin = await signUp(product)
  grantSuperAdmin(product, admin)
  await signInAs(page, admin)
  for (const { path } of platformPages) await look(path)
})

/** What a fresh browser loads of script for this address: names and sizes in bytes, compressed. */
async function scriptsOf(browser: Browser, url: string, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const { origin } = new URL(url)
  const sizes: Promise<[string, number]>[] = []
  page.on('response', (response) => {
    // The provider's script is not ours.
    if (response.request().resourceType() !== 'script' || !response.url().startsWith(origin)) return
    const size = async (): Promise<[string, number]> => [
      response.url(),
      gzipSync(await response.body()).length,
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

test('the first visit loads little script: the login 120 kB, the list of forms 200 kB, a payment page 60 kB @desktop', async ({
  page,
  product,
  browser,
}) => {
  const login = await scriptsOf(browser, `${product.url}/login`, {})
  expect(login.bytes).toBeGreaterThan(10_000)
  expect(login.bytes).toBeLessThan(120_000)

  await signIn(page, product)
  const storageState = await page.context().storageState()
  const forms = await scriptsOf(browser, `${product.url}/forms`, { storageState })
  expect(forms.names).not.toMatch(/form-editor|product-fields|sale-page|settings-page/)
  expect(forms.bytes).toBeLessThan(200_000)

  const ownPage = await scriptsOf(browser, `${product.url}${product.demo.forms[0]?.path ?? ''}`, {})
  expect(ownPage.bytes).toBeLessThan(60_000)
})
