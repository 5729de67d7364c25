import { editorPages } from './pages.ts'
import { signIn } from './seller.ts'
import { sweep, test } from './sweep.ts'

test('the form editor is accessible in light and dark', async ({ page, product, shop }) => {
  await signIn(page, product)
  await sweep(page, editorPages(shop))
})
