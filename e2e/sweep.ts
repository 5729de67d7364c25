// Every page held to WCAG 2.2 AA in light and in dark.
import type { Page } from '@playwright/test'
import { fillShop, type BusyShop } from './busy-shop.ts'
import type { ShownPage } from './pages.ts'
import { expect, expectAccessible, test as base } from './test.ts'

/** Each worker fills its shop once. */
export const test = base.extend<object, { shop: BusyShop }>({
  shop: [
    async ({ product }, provide) => provide(await fillShop(product, 1)),
    { scope: 'worker', timeout: 60_000 },
  ],
})

const media = { reducedMotion: 'reduce' } as const

/** Visits each page, opens what is to be looked at, and checks it in light and then in dark. */
export async function sweep(page: Page, pages: readonly ShownPage[]): Promise<void> {
  for (const { name, path, open, width = 1280 } of pages) {
    await test.step(name, async () => {
      await page.emulateMedia({ ...media, colorScheme: 'light' })
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('main'))).not.toHaveCount(0)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await open?.(page)
      await expectAccessible(page)
      await page.emulateMedia({ ...media, colorScheme: 'dark' })
      await expectAccessible(page)
    })
  }
}
