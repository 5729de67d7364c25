// Blocks of a payment page: a seller adds and moves them, and a buyer reads them without the page moving.
import { openSection, signIn, create, newForm } from './seller.ts'
import { expect, expectAccessible, test } from './test.ts'

test('@desktop a seller adds blocks, moves one by keyboard, and buyers read them', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const form = await create(page, '/forms', newForm())
  await page.goto(`/forms/edit/${form.id}`)
  await openSection(page, 'On the page')
  const add = async (kind: string) => {
    await page.getByRole('button', { name: 'Add block' }).click()
    await page.getByRole('menuitem', { name: kind }).click()
  }
  const preview = page.frameLocator('iframe[title="Preview of the payment page"]')
  await add('What is inside')
  await page.getByLabel('Lines').fill('Twelve lessons\nA workbook')
  await expect(preview.getByRole('listitem').filter({ hasText: 'A workbook' })).toBeVisible()
  await add('Questions and answers')
  await page.getByLabel('Question', { exact: true }).fill('For beginners?')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await page.getByLabel('Answer', { exact: true }).fill('Yes, **really**.')
  await expect(preview.getByText('For beginners?')).toBeVisible()
  await page.getByRole('button', { name: 'Move Questions and answers up' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Move Questions and answers down' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Form updated successfully')).toBeVisible()

  await page.goto(`/payment/${form.id}`)
  const blocks = page.locator('.blocks')
  await expect(blocks.getByRole('heading')).toHaveText(['Questions and answers', 'What is inside'])
  await blocks.getByText('For beginners?').click()
  await expect(blocks.getByText('really')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await blocks.getByRole('link', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeInViewport()
})
