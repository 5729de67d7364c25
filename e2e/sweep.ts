// Checks every page against WCAG 2.2 AA in light and dark, and whether it fits on a phone, a tablet and a low window.
import type { Page } from '@playwright/test'
import { fillShop, type BusyShop } from './busy-shop.ts'
import { misfits } from './fits.ts'
import type { ShownPage } from './shown-page.ts'
import { expect, expectAccessible, test as base } from './test.ts'
import { findScreenReaderProblems } from './told-apart.ts'

/** Each worker fills its shop once, for its first test. Recording a trace would take longer than the tests. */
export const test = base.extend<object, { shop: BusyShop }>({
  trace: 'off',
  shop: [
    async ({ product, outcome }, provide) => {
      outcome.hasFilled = true
      await provide(await fillShop(product, 1))
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

/**
 * Opens each page with its dialogs and menus, and checks accessibility in light and dark and whether everything fits.
 * Dialogs of one page are opened in turn without a reload.
 */
export async function sweep(page: Page, pages: readonly ShownPage[]): Promise<void> {
  test.setTimeout(900_000)
  let last: ShownPage | undefined
  for (const shown of [...Map.groupBy(pages, ({ path }) => path).values()].flat()) {
    await test.step(shown.name, async () => {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: shown.width ?? 1280, height: 800 })
      if (last?.path !== shown.path || !(await goBack(page, last))) await visit(page, shown.path)
      await shown.open?.(page)
      await expectAccessible(page)
      expect
        .soft(await findScreenReaderProblems(page), `${shown.name} is clear to screen readers`)
        .toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page)
      for (const size of sizesOf(shown)) {
        await page.setViewportSize(size)
        expect.soft(await misfits(page), `${shown.name} fits ${size.width} x ${size.height}`).toEqual([])
      }
    })
    last = shown
  }
}

/** A small phone, a tablet and a low window. */
const sizes = [
  { width: 390, height: 667 },
  { width: 768, height: 800 },
  { width: 1280, height: 720 },
]

function sizesOf({ width }: ShownPage) {
  return sizes.filter((size) => width === undefined || size.width === width)
}

async function visit(page: Page, path: string): Promise<void> {
  // Opening a URL that differs only in its hash would load nothing.
  if (path.includes('#')) await page.goto('about:blank')
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('main'))).not.toHaveCount(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Closes the open dialog. Returns whether the page is as it was when loaded. */
async function goBack(page: Page, { open, isDialog = false }: ShownPage): Promise<boolean> {
  if (isDialog) {
    await page.keyboard.press('Escape')
    await expect(page.locator('[aria-modal=true]')).toHaveCount(0)
  }
  return isDialog || open === undefined
}
