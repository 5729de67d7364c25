// The forms of a seller.
import { formPages } from './pages.ts'
import { signIn } from './seller.ts'
import { sweep, test } from './sweep.ts'

test('forms are accessible in light and in dark @desktop', async ({ page, product, shop }) => {
  await signIn(page, product)
  await sweep(page, formPages(shop))
})
