import { expect, expectAccessible, test } from './test.ts'

test('a visitor sees the sign-in page, and every reader can use it', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectAccessible(page)
})
