import { signIn } from './seller.ts'
import { fillCard, test } from './test.ts'

test('shots @desktop', async ({ page, product }) => {
  await signIn(page, product)
  await page.goto('/billing')
  await page.getByText('ending in 4242').waitFor()
  await page.screenshot({ path: '/tmp/plans/demo-1280.png', fullPage: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: '/tmp/plans/demo-390.png', fullPage: true })
  await page.getByRole('button', { name: 'Change to Basic' }).click()
  await page.getByText('Today').waitFor()
  await page.screenshot({ path: '/tmp/plans/downgrade-390.png' })
  await page.getByRole('button', { name: 'Close' }).click()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Replace card' }).click()
  await fillCard(page, '4242424242424242')
  await page.screenshot({ path: '/tmp/plans/card-dark.png' })
})
