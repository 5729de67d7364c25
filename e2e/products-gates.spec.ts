// What a seller who is not onboarded yet sees of bumps, offers and taxes.
import { expect, test } from './test.ts'

test('B6 B7 B9 J5: before onboarding, bumps and offers are struck through and lead to billing', async ({
  page,
}) => {
  await page.goto('/register')
  await page.getByLabel('Name').first().fill('Mira Stone')
  await page.getByLabel('Email').fill(`gates-${process.pid}-${Date.now()}@example.com`)
  await page.getByLabel('Password').first().fill('correct-horse')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/onboarding\//)
  await page.goto('/settings')

  const openMenu = page.getByRole('button', { name: 'Open menu' })
  for (const name of ['Bumps', 'One Time Offers']) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (await openMenu.isVisible()) await openMenu.click()
    const item = page.getByRole('navigation').getByRole('link', { name }).filter({ visible: true })
    await expect(item).toHaveCSS('text-decoration-line', 'line-through')
    const before = await page.evaluate(() => history.length)
    await item.click()
    await expect(page).toHaveURL(/\/billing$/)
    await expect(page.getByText('You need to connect your stripe account with our service')).toBeVisible()
    await expect(page.getByText("Your subscription doesn't have this feature")).toBeVisible()
    expect(await page.evaluate(() => history.length)).toBe(before)
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
