import { formPages } from './pages.ts'
import { signIn } from './seller.ts'
import { sweep, test } from './sweep.ts'
import { expect } from './test.ts'

test('sellers’ form pages are accessible in light and dark', async ({ page, product, shop }) => {
  await signIn(page, product)
  await sweep(page, formPages(shop))
})

test('a list with several pages fits the narrowest screens', async ({ page, product, shop }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, product)
  expect(shop.forms.full).not.toBe('')
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
