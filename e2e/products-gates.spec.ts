// The bumps, offers and taxes pages of a seller who has not connected Stripe yet.
import type { Page } from '@playwright/test'
import { arriveAs, password } from './arrive.ts'
import { expect, test } from './test.ts'

/** Signs up a new seller, who has no Stripe account yet. */
async function register(page: Page): Promise<void> {
  const email = `gates-${process.pid}-${Date.now()}@example.com`
  const data = { name: 'Mira Stone', email, password }
  await page.request.post('/api/authentication/sign-up', { data })
  await arriveAs(page, { email, password })
  await page.goto('/settings')
}

/** Clicks a link that requires onboarding, and reads why it leads to billing. */
async function meetGate(page: Page, name: string): Promise<void> {
  const item = page.getByRole('navigation').getByRole('link', { name }).filter({ visible: true })
  await expect(item).toHaveCSS('text-decoration-line', 'line-through')
  const before = await page.evaluate(() => history.length)
  await item.click()
  await expect(page).toHaveURL(/\/billing$/)
  await expect(page.getByText('You need to connect your stripe account with our service')).toBeVisible()
  await expect(page.getByText("Your subscription doesn't have this feature")).toBeVisible()
  expect(await page.evaluate(() => history.length)).toBe(before)
}

test('B6 B7 B9 J5: before onboarding, bumps and offers are struck through and lead to billing @desktop', async ({
  page,
}) => {
  await register(page)
  for (const name of ['Bumps', 'One Time Offers']) {
    await meetGate(page, name)
    await page.goto('/settings')
  }
  for (const path of ['/forms', '/bumps', '/one-time-offers', '/taxes', '/taxes/create', '/sales']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/billing$/)
  }
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('sessionToken'))}`
  for (const path of ['forms', 'bumps', 'one-time-offers', 'taxes', 'sales']) {
    const response = await page.request.get(`/api/${path}`, { headers: { authorization } })
    expect(response.status(), path).toBe(403)
  }
})

test('before onboarding, bumps in a small screen’s panel are struck through and lead to billing @phone', async ({
  page,
}) => {
  await register(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await meetGate(page, 'Bumps')
})
