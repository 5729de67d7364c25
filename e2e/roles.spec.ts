// The platform pages for permissions, roles and users.
import { confirmIdentity } from './confirm-identity.ts'
import { newForm } from './seller.ts'
import { openShop } from './shop.ts'
import { confirmWithPasskey, grantSuperAdmin, password, signInAs, signUp } from './super-admin.ts'
import { expect, expectAccessible, test } from './test.ts'

test('E14 G8: a SuperAdmin creates a permission and a role, with an error next to each missing field @desktop', async ({
  page,
  product,
}) => {
  const boss = await signUp(product)
  await grantSuperAdmin(product, boss)
  await signInAs(page, boss)
  await page.goto('/admin/permissions/create')
  await page.getByRole('button', { name: 'Create permission' }).click()
  await expect(page.getByText('required', { exact: true })).toHaveCount(3)
  await expect(page.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
  const name = `Mend refunds ${Date.now()}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Description').fill('For the people who answer the phone')
  await page.getByLabel('Entity').selectOption('Refunds')
  await page.getByRole('switch', { name: 'Write' }).check()
  await page.getByRole('button', { name: 'Create permission' }).click()
  await confirmIdentity(page, password)
  await expect(page.getByText('Permission created successfully')).toBeVisible()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()

  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Roles' }).click()
  await page.getByRole('link', { name: 'Create role' }).click()
  await page.getByRole('button', { name: 'Create role' }).click()
  await expect(page.getByText('required', { exact: true })).toHaveCount(2)
  await page.getByLabel('Name').fill(`Phone ${name}`)
  await page.getByLabel('Description').fill('Answers the phone')
  await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Create role' }).click()
  await expect(page.getByText('Role created successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: `Phone ${name}`, exact: true })).toBeVisible()

  await page.goto('/admin/permissions')
  const cell = page.getByRole('checkbox', { name: `Phone ${name}: ${name}` })
  await expect(cell).toBeChecked()
  await expectAccessible(page)
  await cell.click()
  await expect(page.getByText('Role updated successfully')).toBeVisible()
  await expect(cell).not.toBeChecked()
})

test('a SuperAdmin finds a user and changes their role, which the log records @desktop', async ({
  page,
  product,
}) => {
  const boss = await signUp(product, 'Bea Boss')
  const person = await signUp(product, 'Kim Keeper')
  await confirmWithPasskey(product, person)
  await grantSuperAdmin(product, boss)
  await signInAs(page, boss)
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Users' }).click()
  await page.getByRole('searchbox', { name: 'Search users' }).fill(person)
  await expect(page).toHaveURL(/q=/)
  await page.getByRole('button', { name: `Change role of ${person}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Admin')
  await dialog.getByRole('checkbox', { name: 'Customer care' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Make Kim Keeper an Admin?' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change role' }).click()
  await confirmIdentity(page, password)
  await expect(page.getByText('Role changed')).toBeVisible()
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Admin')
  await expect(page.getByRole('listitem').filter({ hasText: person })).toContainText('Customer care')

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('searchbox').fill(person)
  const entry = page.getByRole('listitem').filter({ hasText: 'Changed the role' }).filter({ hasText: person })
  await expect(entry).toContainText('Customer')
})

test('an Admin without an onboarded shop opens another seller’s form @desktop', async ({ page, product }) => {
  // The newest form comes first, whatever other tests have made.
  const form = newForm()
  await (await openShop(product)).create('/forms', form)
  const boss = await signUp(product)
  await grantSuperAdmin(product, boss)
  await signInAs(page, boss)
  await page.goto(`/admin/users?q=${product.demo.email}`)
  await page.getByRole('link', { name: 'Juniper Studio' }).click()
  await expect(page.getByRole('heading', { name: 'Juniper Studio' })).toBeVisible()
  await page.getByRole('link', { name: form.title }).click()
  await expect(page.getByRole('heading', { level: 1, name: form.title })).toBeVisible()
})

test('a SuperAdmin without a shop starts on the platform’s pages, without a seller’s navigation @desktop', async ({
  page,
  product,
}) => {
  const boss = await signUp(product)
  await grantSuperAdmin(product, boss)
  await page.goto('/login')
  await page.getByLabel('Email').fill(boss)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/sellers$/)
  await expect(page.getByRole('heading', { name: 'Sellers' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Tillform, start page' }).click()
  await expect(page).toHaveURL(/\/admin\/sellers$/)
})
