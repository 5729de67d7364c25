import { publicPages } from './pages.ts'
import { sweep, test } from './sweep.ts'

// Proves accessible-payment.
test('public pages are accessible in light and dark', async ({ page, shop, expectedErrors }) => {
  // These errors are expected, because the page and the invitation do not exist and a statement needs a name.
  expectedErrors.push(/status of 404/, /status of 410/, /status of 422/)
  await sweep(page, publicPages(shop))
})
