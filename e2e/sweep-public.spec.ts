// The pages that are open to everybody.
import { publicPages } from './pages.ts'
import { sweep, test } from './sweep.ts'

test('what is open to everybody is accessible in light and in dark', async ({
  page,
  shop,
  expectedErrors,
}) => {
  // There is no such page, and no such invitation.
  expectedErrors.push(/status of 404/, /status of 410/)
  await sweep(page, publicPages(shop))
})
