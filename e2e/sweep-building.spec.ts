// The pages on which sellers build what they sell.
import { buildingPages } from './pages.ts'
import { signIn } from './seller.ts'
import { sweep, test } from './sweep.ts'

test('what sellers build with is accessible in light and in dark @desktop', async ({
  page,
  product,
  shop,
}) => {
  test.setTimeout(120_000)
  await signIn(page, product)
  await sweep(page, await buildingPages(product, shop))
})
