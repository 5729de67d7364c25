// The pages on which sellers see their sales and decide about their shop, and those of who governs the platform.
import { platformPages, sellingPages } from './pages.ts'
import { signIn } from './seller.ts'
import { signInAs } from './super-admin.ts'
import { sweep, test } from './sweep.ts'

test('sales, settings and administration are accessible in light and in dark @desktop', async ({
  page,
  product,
  shop,
}) => {
  test.setTimeout(120_000)
  await signIn(page, product)
  await sweep(page, sellingPages(shop))

  await page.evaluate(() => localStorage.clear())
  await signInAs(page, shop.superAdmin.email)
  await sweep(page, await platformPages(product, shop))
})
