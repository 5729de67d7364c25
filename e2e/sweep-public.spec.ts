// The pages that are open to everybody.
import { publicPages } from './pages.ts'
import { sweep, test } from './sweep.ts'

test('what is open to everybody is accessible in light and in dark', async ({
  page,
  shop,
  expectedErrors,
}) => {
  // There is no such page, and no such invitation; a statement without a name is none.
  expectedErrors.push(/status of 404/, /status of 410/, /status of 422/)
  await sweep(page, publicPages(shop))
})
