import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { arriveAsNew, password } from './arrive.ts'
import { newPicture } from './picture.ts'
import type { Product } from './product.ts'
import { expect, expectAccessible, test } from './test.ts'

/** Signs in a new, onboarded seller on this page and opens their settings. */
async function arrive(page: Page, product: Product): Promise<string> {
  const email = await arriveAsNew(page, product)
  await page.goto('/settings')
  return email
}

async function typeSignIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').first().fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const logout = async (page: Page) => {
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

test('A9 B4 E11 F5 F13 J3: a seller edits their profile, sees the photo in the menu and ends sessions @desktop', async ({
  page,
  product,
  browser,
}) => {
  const email = await arrive(page, product)
  const menu = page.getByRole('button', { name: 'User menu' })
  await expect(menu).toHaveText('A')
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper')
  await page.getByLabel('First name').fill('Grace')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('User edited successfully')).toBeVisible()
  await expect(menu).toHaveText('G')

  await page.getByLabel('Photo', { exact: true }).setInputFiles(await newPicture())
  await expect(menu.locator('img')).toHaveAttribute('src', /^\/pictures\/divers-.*\?w=320$/)
  // The first save's message may be gone by now; the picture adds none.
  expect(await page.getByText('User edited successfully').count()).toBeLessThan(2)
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Grace')
  await expect(menu.locator('img')).toBeVisible()

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Shop' }).click()
  const shop = page.getByRole('form', { name: 'Shop' })
  await expect(shop.getByText('All changes saved')).toBeVisible()
  await shop.getByLabel('Shop name').fill('Hopper Studio')
  await expect(shop.getByText('Unsaved changes')).toBeVisible()
  await shop.getByLabel('Contact email').fill('nobody')
  await shop.getByLabel('Logo', { exact: true }).setInputFiles(await newPicture())
  await shop.getByRole('button', { name: 'Choose a color' }).click()
  await shop.getByRole('button', { name: 'Save shop' }).click()
  await expect(shop.getByText('Email is not valid')).toBeVisible()
  await expect(shop.getByLabel('Contact email')).toBeFocused()
  await expectAccessible(page)
  await shop.getByLabel('Contact email').fill('hello@hopper.example')
  await shop.getByRole('button', { name: 'Save shop' }).click()
  await expect(page.getByText('Shop saved')).toBeVisible()
  await page.reload()
  await expect(shop.getByLabel('Shop name')).toHaveValue('Hopper Studio')
  await expect(shop.getByLabel('Brand color', { exact: true })).toHaveValue('#7F1CCF')
  // The logo is shown both in its field and in the preview.
  await expect(shop.locator('img')).toHaveCount(2)
  await expect(shop.locator('img').first()).toHaveAttribute('src', /^\/pictures\/divers-/)

  const other = await browser.newContext({ baseURL: product.url })
  const elsewhere = await other.newPage()
  await typeSignIn(elsewhere, email)
  await expect(elsewhere).toHaveURL(/\/forms$/)
  await page.goto('/settings/security')
  const sessions = page.getByRole('list', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: /Sign out Chrome/ }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  // The open page may redirect at any moment.
  const again = await other.newPage()
  await again.goto('/settings')
  await expect(again).toHaveURL(/\/login\?to=/)
  await other.close()

  await page.goto('/settings?then=forms')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByRole('navigation').getByRole('link', { name: 'Taxes' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Last name')).toHaveValue('Hopper')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page).toHaveURL(/\/forms$/)
  await page.evaluate(() => {
    const user: unknown = JSON.parse(localStorage.getItem('user') ?? '{}')
    localStorage.setItem('user', JSON.stringify(Object.assign({}, user, { photo: null, name: '' })))
    window.dispatchEvent(new Event('storage'))
  })
  await expect(menu).toHaveText('p')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await logout(page)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('a rejected save shows a toast and keeps the input @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/, /net::ERR_FAILED/)
  const email = await arrive(page, product)
  const toast = page.locator('[data-sonner-toast]')
  const json = { code: 'conflict', message: 'Someone else has changed it', requestId: 'r' }
  await page.route('**/api/users/*', (route) => route.fulfill({ status: 409, json }))
  const name = page.getByLabel('Name', { exact: true })
  const save = page.getByRole('button', { name: 'Save profile' })
  await name.fill('a'.repeat(121))
  await save.click()
  await expect(page.getByText('Enter 120 characters or fewer')).toBeVisible()
  await expect(page.locator('form', { has: save }).locator('[aria-invalid=true]')).toBeFocused()
  await name.fill('😀'.repeat(120))
  await expect(name).toHaveValue('😀'.repeat(120))
  await save.click()
  await expect(toast.getByText('Someone else has changed it')).toBeVisible()
  await expect(name).toHaveValue('😀'.repeat(120))

  await page.route('**/api/**', (route) => route.abort())
  await save.click()
  await expect(toast.getByText('Something went wrong when editing user')).toBeVisible()

  await page.unroute('**/api/**')
  await page.reload()
  await page.goto('/settings/legal')
  await page.getByLabel('City').fill('Arlington')
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Save legal details' }).click()
  await expect(toast.getByText('Something went wrong when saving the legal details')).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Arlington')
  await page.unroute('**/api/**')
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.route('**/api/**', (route) => route.abort())
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('another fine password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(toast.getByText('Something went wrong when changing the password')).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveValue(password)
  // Password managers look for a user name field.
  const userName = page.getByRole('form', { name: 'Change password' }).locator('[autocomplete=username]')
  await expect(userName).toHaveValue(email)
})

test('a seller sets up a second factor and signs in with it and with a recovery code @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  const email = await arrive(page, product)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByText('Enter the key instead').click()
  const key = (await dialog.locator('code').textContent()) ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await dialog.getByLabel('Six-digit code').fill(totp.generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible()
  await logout(page)

  await typeSignIn(page, email)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('That code is not correct.')).toBeVisible()
  await page.getByLabel('Code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/forms$/)
})

test('a seller adds and names a passkey and signs in without a password @desktop', async ({
  page,
  product,
}) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const email = await arrive(page, product)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('My laptop')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys.getByText('My laptop')).toBeVisible()
  await logout(page)

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/forms$/)
  await page.goto('/settings/security')
  await expect(passkeys.getByText(/last used/)).toBeVisible()
  await passkeys.getByRole('button', { name: 'Remove My laptop' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('My laptop has been removed')).toBeVisible()
  await expect(passkeys).toHaveCount(0)
  const mails = async () => {
    const list = await (await page.request.get('/dev/mail')).text()
    const own = list.split('<li>').filter((item) => item.includes(email))
    return ['A passkey was added', 'A passkey was removed'].map(
      (subject) => own.filter((item) => item.includes(subject)).length,
    )
  }
  await expect.poll(mails).toEqual([1, 1])
})

test('F2 F3 F4: a token is renewed at the start and after a rejection, together for all tabs @desktop', async ({
  page,
  product,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  await arrive(page, product)
  const tabs = [page, await context.newPage(), await context.newPage()]
  const renewals: number[] = []
  context.on('response', (response) => {
    if (response.url().endsWith('/authentication/refresh')) renewals.push(response.status())
  })
  const tokenOf = (tab: Page) => tab.evaluate(() => localStorage.getItem('sessionToken'))
  for (const tab of tabs) await tab.goto('/settings/security')
  await expect.poll(() => renewals.length).toBeGreaterThan(0)

  await page.evaluate(() => localStorage.setItem('sessionToken', 'refused'))
  await Promise.all(tabs.map((tab) => tab.reload()))
  for (const tab of tabs) await expect(tab.getByRole('list', { name: 'Sessions' })).toBeVisible()
  expect(new Set(await Promise.all(tabs.map(tokenOf))).size).toBe(1)
  expect(await tokenOf(page)).not.toBe('refused')
  expect(new Set(renewals)).toEqual(new Set([200]))
})

test('a seller sees times in the shop’s time zone once it has one @desktop', async ({ page, product }) => {
  await arrive(page, product)
  const shop = page.getByRole('form', { name: 'Shop' })
  const used = page.getByText(/^Last used/).locator('time')
  await page.goto('/settings/security')
  // Every visit renews the time itself.
  const clockOf = async (timeZone?: string) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
      new Date((await used.getAttribute('datetime')) ?? ''),
    )
  await expect(used).toHaveText(await clockOf())
  await page.goto('/settings/shop')
  await shop.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await shop.getByRole('button', { name: 'Save shop' }).click()
  await expect(page.getByText('Shop saved')).toBeVisible()
  await page.goto('/settings/security')
  await expect(used).toHaveText(await clockOf('Asia/Tokyo'))
  await page.goto('/settings/notifications')
  await expect(page.getByRole('combobox', { name: 'Time zone for daily email and quiet hours' })).toHaveValue(
    'Asia/Tokyo',
  )
})

test('a seller turns quiet hours on, changes them and turns them off @desktop', async ({ page, product }) => {
  await arrive(page, product)
  await page.goto('/settings/notifications')
  const quiet = page.getByRole('group', { name: 'Quiet hours' })
  const [isOn, from, to] = [quiet.getByRole('switch'), quiet.getByLabel('From'), quiet.getByLabel('To')]
  const save = async () => {
    await page.getByRole('button', { name: 'Save notifications' }).click()
    await expect(page.getByText('Notifications saved').last()).toBeVisible()
    await page.reload()
  }
  await expect(isOn).not.toBeChecked()
  await isOn.click()
  await expect(from.locator('option:checked')).toHaveText('10 PM')
  await expect(to.locator('option:checked')).toHaveText('7 AM')
  await from.selectOption('9 PM')
  await to.selectOption('8 AM')
  // Quiet hours that begin and end at the same time could mean all day or never.
  await expect(to.getByRole('option', { name: '9 PM' })).toHaveCount(0)
  await save()
  await expect(isOn).toBeChecked()
  await expect(from.locator('option:checked')).toHaveText('9 PM')
  await expect(to.locator('option:checked')).toHaveText('8 AM')
  await isOn.click()
  await expect(from).toHaveCount(0)
  await save()
  await expect(isOn).not.toBeChecked()
})
