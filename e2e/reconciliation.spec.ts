// The SuperAdmin's reconciliation page, who can open it and what they can do there.
import { addDifference } from './book-difference.ts'
import { grantSuperAdmin, signInAs, signUp } from './super-admin.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a SuperAdmin sees that all records match, or resolves a difference @desktop', async ({
  page,
  product,
}, info) => {
  const email = await signUp(product)
  await grantSuperAdmin(product, email)
  await signInAs(page, email)
  await page.getByRole('button', { name: info.project.name === 'phone' ? 'Open menu' : 'User menu' }).click()
  const item = info.project.name === 'phone' ? 'link' : 'menuitem'
  await page.getByRole(item, { name: 'Administration' }).click()
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Books' }).click()

  await expect(page.getByRole('heading', { name: 'Everything matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('The last three days match')).toBeVisible()

  await addDifference(product)
  await page.reload()
  await expect(page.getByText('Sold for nothing, charged $49.00')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Resolve' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What was done').fill('Refunded by hand')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByRole('heading', { name: 'Everything matches' })).toBeVisible()
})

test('a seller cannot open the reconciliation page @desktop', async ({ page, product, expectedErrors }) => {
  expectedErrors.push(/status of 403|You are not allowed to see this/)
  await signInAs(page, await signUp(product))
  await page.goto('/admin/books')
  await expect(page).toHaveURL(/\/billing$/)
  await expect(page.getByText('You are not allowed to see this')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Books' })).toHaveCount(0)
})
