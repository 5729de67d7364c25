// What buyers saw of a form over time, and the way back to it.
import { create, newForm, signIn } from './seller.ts'
import { expect, test } from './test.ts'

test('a seller sees what changed on a form, and takes an earlier version back @desktop', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const { id, title } = await create(page, '/forms', newForm())
  await page.goto(`/forms/edit/${id}`)
  await page.getByLabel('Title').fill('A course that was renamed')
  await page.getByLabel('Amount').fill('59')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('form updated successfully')).toBeVisible()

  await page.goto(`/forms/history/${id}`)
  const newest = page.getByRole('article').first()
  await expect(newest).toContainText('Version 2')
  await expect(newest).toContainText(`Title: from ${title} to A course that was renamed`)
  await expect(newest).toContainText('Amount: from $49.00 to $59.00')
  await page.getByRole('link', { name: 'Version 1' }).click()
  const preview = page.frameLocator('iframe[title="Preview of the payment page"]')
  await expect(preview.getByRole('heading', { name: title })).toBeVisible()

  await page.getByRole('link', { name: 'Edit from version 1' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('form updated successfully')).toBeVisible()
  await page.goto(`/forms/history/${id}`)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').filter({ hasText: 'Now' })).toContainText('Version 1')
})
