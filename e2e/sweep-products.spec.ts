import { productPages } from './pages.ts'
import { signIn } from './seller.ts'
import { sweep, test } from './sweep.ts'

test('bumps, offers and taxes are accessible in light and dark', async ({ page, product, shop }) => {
  await signIn(page, product)
  await sweep(page, await productPages(product, shop))
})
