import { platformPages } from './pages.ts'
import { platformQuestions } from './question-pages.ts'
import { signInAs } from './super-admin.ts'
import { sweep, test } from './sweep.ts'

test('administration pages are accessible in light and dark', async ({ page, product, shop }) => {
  await signInAs(page, shop.superAdmin.email)
  await sweep(page, [...(await platformPages(product, shop)), ...(await platformQuestions(product, shop))])
})
