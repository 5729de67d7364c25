import { sellingPages } from './pages.ts'
import { sellerQuestions } from './question-pages.ts'
import { signIn } from './seller.ts'
import { sweep, test } from './sweep.ts'

test.use({ spoilsProduct: true })

test('sales and settings are accessible in light and dark', async ({ page, product, shop }) => {
  await signIn(page, product)
  await sweep(page, [...(await sellingPages(product, shop)), ...(await sellerQuestions(product, shop))])
})
