// The owner invites members to a shop's team, they join by link, and see what their role allows.
import { randomUUID } from 'node:crypto'
import { confirmIdentity } from './confirm-identity.ts'
import { signIn } from './seller.ts'
import { expect, expectAccessible, test } from './test.ts'

test('an invited member joins by link and sees what their role allows until removed @desktop', async ({
  page,
  product,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  const email = `member-${randomUUID()}@example.com`
  await signIn(page, product)
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Team' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Role').selectOption('Editor')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(proof.getByLabel('Your password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await confirmIdentity(page, product.demo.password)
  const link = await dialog.getByLabel('Link').inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(email)).toBeVisible()

  const context = await browser.newContext({ baseURL: product.url })
  const joining = await context.newPage()
  await joining.goto(link)
  await expect(joining.getByRole('heading', { name: 'Join Juniper Studio' })).toBeVisible()
  await expectAccessible(joining)
  await joining.getByLabel('Name').fill('Grace Hopper')
  await joining.getByLabel('Password').first().fill('correct-horse')
  await joining.getByRole('button', { name: 'Create account and join' }).click()
  await expect(joining).toHaveURL(/\/forms$/)
  await joining.getByRole('searchbox').fill(product.demo.forms[0]?.title ?? '')
  await expect(joining.getByRole('link', { name: product.demo.forms[0]?.title ?? '' }).first()).toBeVisible()
  const bar = joining.getByRole('navigation', { name: 'Main', exact: true })
  await expect(bar.getByRole('link', { name: 'Bumps' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Sales' })).toHaveCount(0)

  await page.reload()
  await expect(page.getByLabel('Role of Grace Hopper')).toHaveValue(/.+/)
  await page.getByRole('button', { name: 'Remove Grace Hopper' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Grace Hopper is no longer on the team')).toBeVisible()
  await joining.goto('/forms')
  await expect(joining).toHaveURL(/\/billing$/)
  await context.close()
})
