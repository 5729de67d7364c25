// At 400 % on a screen of 1280 by 1024, which is 320 by 256 pixels of four by four each: WCAG 2.2, 1.4.10 and 2.4.11.
import type { Page } from '@playwright/test'
import { tabThrough } from './keyboard.ts'
import { editorPages, formPages, publicPages, sellingPages } from './pages.ts'
import { signIn } from './seller.ts'
import type { ShownPage } from './shown-page.ts'
import { test } from './sweep.ts'
import { expect } from './test.ts'

test.use({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4, movesClock: true })

/** Central pages, by their names. */
const ofBuyers = ['payment-full', 'purchase-paid', 'login']
const ofSellers = [
  'sales-dashboard',
  'sales',
  'forms',
  'forms-edit-full',
  'dialog-create-bump',
  'dialog-share',
]

test('at 400 % everybody’s pages lose nothing, and the keyboard reaches all of them in sight', async ({
  page,
  shop,
}) => {
  await lookAt(page, publicPages(shop), ofBuyers)
})

test('at 400 % sellers’ pages lose nothing, and the keyboard reaches all of them in sight', async ({
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

async function lookAt(page: Page, pages: readonly ShownPage[], names: readonly string[]): Promise<void> {
  const found = names.map((name) => pages.find((one) => one.name === name))
  expect(found.map((one) => one?.name)).toEqual(names)
  for (const shown of found.filter((one) => one !== undefined)) {
    await test.step(shown.name, async () => {
      // What comes late, such as the bell of notices, would come behind the walk.
      await page.goto(shown.path, { waitUntil: 'networkidle' })
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await shown.open?.(page)
      expect.soft(await page.evaluate(findWide), `${shown.name} fits`).toEqual([])
      expect.soft(await tabThrough(page), `${shown.name} is reached in sight`).toEqual([])
    })
  }
}

/** Runs in the page: what is cut off at the right, unless it can be scrolled to. */
function findWide(): string[] {
  const isScrolled = (one: Element): boolean =>
    one.parentElement !== null &&
    (['auto', 'scroll'].includes(getComputedStyle(one.parentElement).overflowX) ||
      isScrolled(one.parentElement))
  const wide = [
    ...document.body.querySelectorAll('a[href], button, input, select, textarea, p, h1, h2, h3, td'),
  ]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !isScrolled(one))
    .map((one) => one.outerHTML.slice(0, 100))
  return document.documentElement.scrollWidth > innerWidth
    ? ['The page is wider than the window', ...wide]
    : wide
}
