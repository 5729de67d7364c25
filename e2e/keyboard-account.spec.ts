// A seller uses the account, plan, team and platform pages by keyboard alone.
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { arriveAsDemo, arriveAsNew, password } from './arrive.ts'
import { choose, chooseFile, press, tabTo, toggle, type, typeCard } from './keyboard.ts'
import { newPicture } from './picture.ts'
import { confirmWithPasskey, grantSuperAdmin } from './super-admin.ts'
import { expect, test } from './test.ts'

test('by keyboard alone: a seller changes their name, photo and password, and manages their second factor and sessions @desktop', async ({
  page,
  product,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/)
  const email = await arriveAsNew(page, product)
  const elsewhere = await browser.newContext({ baseURL: product.url })
  await elsewhere.request.post('/api/authentication/sign-in', { data: { email, password } })
  await elsewhere.close()
  await page.goto('/settings')
  await type(page, page.getByLabel('First name'), 'Grace')
  await page.keyboard.press('Enter')
  await expect(page.getByText('User edited successfully')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  await chooseFile(page, page.getByRole('button', { name: 'Add a photo' }), await newPicture())
  await expect(page.getByRole('button', { name: 'Replace photo' })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Remove photo' }))
  await expect(page.getByRole('button', { name: 'Add a photo' })).toBeVisible()
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)

  const index = page.getByRole('navigation', { name: 'Settings' })
  await press(page, index.getByRole('link', { name: 'Security' }))
  const change = page.getByRole('button', { name: 'Change password' })
  await press(page, change)
  const dialog = page.getByRole('dialog')
  const current = dialog.getByLabel('Current password', { exact: true })
  await type(page, current, 'not the password')
  await type(page, dialog.getByLabel('New password', { exact: true }), 'another fine password')
  await page.keyboard.press('Enter')
  await expect(current).toBeFocused()
  await type(page, current, password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  await expect(change).toBeFocused()

  await press(page, page.getByRole('button', { name: 'Set up' }))
  await type(page, dialog.getByLabel('Your password'), 'another fine password')
  await page.keyboard.press('Enter')
  await press(page, dialog.getByText('Enter the key instead'))
  const key = (await dialog.locator('code').textContent()) ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await type(page, dialog.getByLabel('Six-digit code'), totp.generate())
  await page.keyboard.press('Enter')
  const codes = page.getByRole('alertdialog', { name: 'Save your recovery codes' })
  await press(page, codes.getByRole('button', { name: 'I have saved them' }))
  await expect(codes).toBeHidden()
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible()
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)

  await press(page, page.getByRole('button', { name: 'Sign out everywhere' }))
  await press(page, dialog.getByRole('button', { name: 'Stay signed in here' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeFocused()
})

test('by keyboard alone: a seller changes a plan, replaces its card, cancels and resumes it @desktop', async ({
  page,
  product,
}) => {
  await arriveAsNew(page, product)
  await page.goto('/billing')
  await press(page, page.getByRole('button', { name: 'Change to Growth' }))
  const dialog = page.getByRole('dialog')
  const pay = dialog.getByRole('button', { name: 'Pay $49.00' })
  await pay.waitFor()
  await typeCard(page, '4242424242424242')
  await press(page, pay)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('ending in 4242')).toBeVisible()
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)

  await press(page, page.getByRole('button', { name: 'Replace card' }))
  await typeCard(page, '5555555555554444')
  await press(page, dialog.getByRole('button', { name: 'Save card' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Replace card' })).toBeFocused()

  await press(page, page.getByRole('button', { name: 'Cancel plan' }))
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Cancel plan' }))
  await press(page, page.getByRole('button', { name: 'Resume plan' }))
  await expect(page.getByText(/^Renews on /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel plan' })).toBeFocused()
})

test('by keyboard alone: an invited member joins, and an owner manages team and platform @desktop', async ({
  page,
  product,
  browser,
}) => {
  const member = `member-${randomUUID()}@example.com`
  await arriveAsDemo(page, product)
  await page.goto('/team')
  const dialog = page.getByRole('dialog')
  await press(page, page.getByRole('button', { name: 'Invite' }))
  await press(page, dialog.getByRole('button', { name: 'Send invitation' }))
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await type(page, dialog.getByLabel('Email'), member)
  await choose(page, dialog.getByLabel('Role'), 'Editor')
  await press(page, dialog.getByRole('button', { name: 'Send invitation' }))
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await type(page, proof.getByLabel('Your password', { exact: true }), product.demo.password)
  await press(page, proof.getByRole('button', { name: 'Confirm' }))
  const link = await dialog.getByLabel('Link').inputValue()
  await press(page, dialog.getByRole('button', { name: 'Done' }))
  await expect(page.getByRole('button', { name: 'Invite' })).toBeFocused()

  const context = await browser.newContext({ baseURL: product.url })
  const joining = await context.newPage()
  await joining.goto(link)
  await type(joining, joining.getByLabel('Name'), 'Grace Hopper')
  await type(joining, joining.getByLabel('Password').first(), password)
  await press(joining, joining.getByRole('button', { name: 'Create account and join' }))
  await expect(joining).toHaveURL(/\/forms$/)
  await context.close()

  await page.reload()
  const role = page.getByLabel('Role of Grace Hopper')
  await tabTo(page, role)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Role changed')).toBeVisible()
  await expect(role).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Remove Grace Hopper' }))
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }))
  await expect(role).toHaveCount(0)
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)

  await confirmWithPasskey(product, member)
  await grantSuperAdmin(product, await arriveAsNew(page, product))
  await page.goto('/admin/permissions')
  await press(page, page.getByRole('link', { name: 'Create permission' }))
  await press(page, page.getByRole('button', { name: 'Create permission' }))
  await expect(page.getByLabel('Name')).toBeFocused()
  const name = `Mend refunds ${Date.now()}`
  await type(page, page.getByLabel('Name'), name)
  await type(page, page.getByLabel('Description'), 'For the phone')
  await choose(page, page.getByLabel('Entity'), 'Refunds')
  await toggle(page, page.getByRole('switch', { name: 'Write' }))
  await press(page, page.getByRole('button', { name: 'Create permission' }))
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Administration' })
  await press(page, tabs.getByRole('link', { name: 'Roles' }))
  await press(page, page.getByRole('link', { name: 'Create role' }))
  await type(page, page.getByLabel('Name'), `Phone ${name}`)
  await type(page, page.getByLabel('Description'), 'Answers the phone')
  await toggle(page, page.getByRole('checkbox', { name }))
  await press(page, page.getByRole('button', { name: 'Create role' }))
  await expect(page.getByRole('link', { name: `Phone ${name}`, exact: true })).toBeVisible()

  await press(page, tabs.getByRole('link', { name: 'Users' }))
  await type(page, page.getByRole('searchbox', { name: 'Search users' }), member)
  await page.keyboard.press('Enter')
  const change = page.getByRole('button', { name: `Change role of ${member}` })
  await press(page, change)
  await choose(page, dialog.getByRole('combobox', { name: 'Role' }), 'Admin')
  await toggle(page, dialog.getByRole('checkbox', { name: `Phone ${name}` }))
  await press(page, dialog.getByRole('button', { name: 'Continue' }))
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Change role' }))
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(change).toBeFocused()
})
