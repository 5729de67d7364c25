// The frame around every page of the app: who can open it, navigation, and unknown paths.
import { signIn } from './seller.ts'
import { expect, test } from './test.ts'

const id = '01a1f882-85a6-763a-997b-e9385dbf9804'
const protectedPaths = [
  '/billing',
  '/settings',
  '/forms',
  '/forms/create',
  `/forms/edit/${id}`,
  `/forms/details/${id}`,
  `/forms/duplicate/${id}`,
  `/forms/${id}`,
  '/bumps',
  '/bumps/create',
  `/bumps/edit/${id}`,
  '/one-time-offers',
  '/one-time-offers/create',
  `/one-time-offers/edit/${id}`,
  '/taxes',
  '/taxes/create',
  `/taxes/edit/${id}`,
  '/sales',
  '/customers',
  '/settings/policy',
  '/settings/security',
  '/team',
]
const links = ['Forms', 'Bumps', 'One Time Offers', 'Billing', 'Taxes', 'Coupons', 'Sales']

test('A1 A7: a visitor without a session is sent to the login and then to the requested page @desktop', async ({
  page,
  product,
}) => {
  for (const path of ['/', '/login']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  }
  for (const path of protectedPaths) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?to=${encodeURIComponent(path)}`)
  }

  await page.goto('/taxes/create?from=mail#rate')
  await page.getByLabel('Email').fill(product.demo.email)
  await page.getByLabel('Password').first().fill(product.demo.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/taxes/create?from=mail#rate')
  await page.goto('/login')
  await expect(page).toHaveURL(/\/forms$/)
})

test('A10 A19 B1 B2 B3 B8 D4: the navigation stays visible, even above an unknown path’s empty area @desktop', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const bar = page.getByRole('banner')
  await expect(bar).toHaveCSS('position', 'sticky')
  await expect(bar.locator('> div').first()).toHaveCSS('height', '64px')
  await expect(bar.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link')).toHaveText(links)
  await expect(bar.getByRole('link', { name: 'Tillform, start page' })).toHaveAttribute('href', '/')
  await bar.getByRole('link', { name: 'Taxes' }).click()
  await expect(page).toHaveURL(/\/taxes$/)
  await page.goto('/customers')
  await expect(bar.getByRole('link', { name: 'Sales' })).toHaveAttribute('aria-current', 'page')
  await bar.getByRole('link', { name: 'Tillform, start page' }).click()
  await expect(page).toHaveURL(/\/forms$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Forms' })).toBeVisible()

  const answers = Promise.withResolvers<void>()
  await page.route('**/api/stripe/{account-billing,check-account-boarding}', async (route) => {
    await answers.promise
    await route.continue()
  })
  await page.goto('/forms')
  await expect(page.getByText('Loading', { exact: true })).toBeAttached()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  answers.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Forms' })).toBeVisible()

  await page.goto('/nothing/is-here')
  await expect(bar.getByRole('link', { name: 'Bumps' })).toBeVisible()
  await expect(page.getByRole('main')).toBeEmpty()
})

test('B5: on a small screen, a panel has the same links with Profile and Logout @phone', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const panel = page.getByRole('navigation', { name: 'Main, small screens' })
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(panel.getByRole('link')).toContainText([...links, 'Profile', 'Settings', 'Team'])
  await panel.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(panel).toBeHidden()
  const toggle = page.getByRole('button', { name: 'Open menu' })
  await toggle.click()
  await panel.getByRole('link', { name: 'Profile' }).click()
  await expect(panel).toBeHidden()
  await expect(toggle).toBeFocused()
  await toggle.click()
  await panel.getByRole('button', { name: 'Logout' }).focus()
  await page.keyboard.press('Tab')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('main').locator(':focus')).toBeInViewport()
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky')
  await toggle.click()
  await panel.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('while a session is ending, the page sends no request that would be rejected @desktop', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await page.clock.install()
  const ended = Promise.withResolvers<void>()
  // The server checks the token after the session has ended.
  await page.route('**/api/notices', async (route) => {
    await ended.promise
    await route.continue().catch(() => undefined)
  })
  const noticed = page.waitForRequest('**/api/notices')
  await page.goto('/settings')
  await noticed
  await page.route('**/api/authentication/sign-out', async (route) => {
    const response = await route.fetch()
    await ended.promise
    await route.fulfill({ response })
  })
  const signOut = page.waitForRequest('**/api/authentication/sign-out')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await signOut
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.clock.fastForward(5_000)
  ended.resolve()
  await expect(page).toHaveURL(/\/login$/)
  expect(asked.filter((path) => /notices\/live|refresh/.test(path))).toEqual([])
})

test('on a small screen, the current tab is in view, even once its count arrives @phone', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await page.route('**/api/withdrawals/open', (route) => route.fulfill({ json: { open: 12, dueAt: null } }))
  await page.goto('/sales/withdrawals')
  const tab = page.getByRole('link', { name: 'Withdrawals 12 open' })
  // The tab's lower edge lies on the line below, so a little of it can be hidden.
  await expect(tab).toBeInViewport({ ratio: 0.95 })
})
