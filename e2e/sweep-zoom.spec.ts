// At 400% zoom, a screen of 1280 by 1024 has only 320 by 256 CSS pixels (WCAG 2.2, 1.4.10 and 2.4.11). Text on a phone
// is twice as large (1.4.4).
import type { Page } from '@playwright/test'
import { findWide } from './fits.ts'
import { tabThrough } from './keyboard.ts'
import { editorPages, formPages, productPages, publicPages, sellingPages } from './pages.ts'
import { signIn } from './seller.ts'
import type { ShownPage } from './shown-page.ts'
import { test } from './sweep.ts'
import { expect } from './test.ts'

test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4, spoilsProduct: true })

/** The names of the most important pages. */
const ofBuyers = ['payment-full', 'purchase-paid', 'login']
const ofSellers = [
  'sales-dashboard',
  'sales',
  'forms',
  'forms-edit-full',
  'dialog-create-bump',
  'dialog-share',
]
const withMuchInARow = {
  ofBuyers: ['payment-opening', 'payment-choice', 'purchase-plan-pay-off', 'cancel-contract'],
  ofSellers: ['taxes', 'forms-edit-choice', 'forms-display-odd', 'settings-notifications', 'team', 'payouts'],
}

// Proves zoom.
test('at 400% zoom public pages lose no content, and every focused element is visible', async ({
  page,
  shop,
}) => {
  await lookAt(page, publicPages(shop), ofBuyers)
})

// Proves zoom.
test('at 400% zoom sellers’ pages lose no content, and every focused element is visible', async ({
  page,
  product,
  shop,
}) => {
  await signIn(page, product)
  await lookAt(
    page,
    [...(await sellingPages(product, shop)), ...formPages(shop), ...editorPages(shop)],
    ofSellers,
  )
})

test.describe('with text at 200 % on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 })

  test('public pages with text at twice the size lose no content', async ({ page, shop }) => {
    await enlargeText(page)
    await expectRoom(page, publicPages(shop), [...ofBuyers, ...withMuchInARow.ofBuyers])
  })

  test('sellers’ pages with text at twice the size lose no content', async ({ page, product, shop }) => {
    await signIn(page, product)
    await enlargeText(page)
    const pages = [
      ...(await sellingPages(product, shop)),
      ...formPages(shop),
      ...editorPages(shop),
      ...(await productPages(product, shop)),
    ]
    await expectRoom(page, pages, [...ofSellers, ...withMuchInARow.ofSellers])
  })
})

/** Works like the browser's own text size setting, which does not change widths in pixels. */
async function enlargeText(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

async function expectRoom(page: Page, pages: readonly ShownPage[], names: readonly string[]): Promise<void> {
  for (const shown of named(pages, names)) {
    await test.step(shown.name, async () => {
      await visit(page, shown)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
      expect.soft(await page.evaluate(findWide), `${shown.name} fits`).toEqual([])
    })
  }
}

async function lookAt(page: Page, pages: readonly ShownPage[], names: readonly string[]): Promise<void> {
  for (const shown of named(pages, names)) {
    await test.step(shown.name, async () => {
      await visit(page, shown)
      expect.soft(await page.evaluate(findWide), `${shown.name} fits`).toEqual([])
      expect.soft(await tabThrough(page), `${shown.name} is reached in sight`).toEqual([])
    })
  }
}

function named(pages: readonly ShownPage[], names: readonly string[]): ShownPage[] {
  const found = names.map((name) => pages.find((one) => one.name === name))
  expect(found.map((one) => one?.name)).toEqual(names)
  return found.filter((one) => one !== undefined)
}

async function visit(page: Page, { path, open }: ShownPage): Promise<void> {
  // Without this wait, the check would miss elements that load late, such as the notification bell.
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await open?.(page)
}
