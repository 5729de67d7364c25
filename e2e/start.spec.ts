import { expect, expectAccessible, test } from './test.ts'

test('a visitor sees an accessible sign-in page', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectAccessible(page)
})

test('a page under another local host name redirects to the working one with its whole URL @desktop', async ({
  page,
  product,
}) => {
  const { port } = new URL(product.url)
  await page.goto(`http://127.0.0.1:${port}/login?to=%2Fforms#here`)
  await expect(page).toHaveURL(`${product.url}/login?to=%2Fforms#here`)
  await expect(page.getByLabel('Email')).toBeVisible()
})
