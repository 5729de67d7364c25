// The settings, each on its own page, with an index.
import { arriveAsNew } from './arrive.ts'
import { expect, expectAccessible, test } from './test.ts'

test('the index of the settings leads to each page and marks the one that is open', async ({
  page,
  product,
}, { project }) => {
  await arriveAsNew(page, product)
  await page.goto('/settings')
  const index = page.getByRole('navigation', { name: 'Settings' })
  const line = index.getByRole('button', { name: /^Settings/ })
  for (const [link, path] of [
    ['Security', '/settings/security'],
    ['Notifications', '/settings/notifications'],
    ['Data', '/settings/data'],
    ['Shop', '/settings/shop'],
    ['Checkout and payments', '/settings/payments'],
    ['Legal', '/settings/legal'],
    ['Files', '/settings/files'],
    ['Team', '/team'],
    ['Profile', '/settings'],
  ] as const) {
    if (project.name === 'phone') await line.click()
    await index.getByRole('link', { name: link, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: link, exact: true })).toBeVisible()
    if (project.name === 'phone') await expect(line).toContainText(link)
    else await expect(index.locator('[aria-current=page]')).toHaveText(link)
  }
  await page.goto('/settings/policy')
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawal policy' })).toBeVisible()
  if (project.name === 'phone') await line.click()
  await expect(index.locator('[aria-current=page]')).toHaveText('Legal')
  await expectAccessible(page)
})

test('the settings and the lists share the same left edge @desktop', async ({ page, product }) => {
  await arriveAsNew(page, product)
  const edgeOf = async (path: string) => {
    await page.goto(path)
    const content = page.getByRole('main').locator('h1, nav').filter({ visible: true }).first()
    return (await content.boundingBox())?.x
  }
  const edge = await edgeOf('/forms')
  for (const path of ['/settings', '/team', '/taxes/create', '/coupons/create', '/forms/create'])
    expect([path, await edgeOf(path)]).toEqual([path, edge])
})

test('a seller discards what they typed, and sees the settings as stored @desktop', async ({
  page,
  product,
}) => {
  await arriveAsNew(page, product)
  await page.goto('/settings/shop')
  const form = page.getByRole('form', { name: 'Shop' })
  const name = form.getByLabel('Shop name')
  const stored = await name.inputValue()
  const discard = form.getByRole('button', { name: 'Discard' })
  await expect(discard).toHaveCount(0)
  await name.fill('A slip of the finger')
  await form.getByRole('button', { name: 'Choose a color' }).click()
  await expect(form.getByRole('figure')).toContainText('A slip of the finger')
  await expectAccessible(page)

  await discard.click()
  await expect(name).toHaveValue(stored)
  await expect(form.getByRole('button', { name: 'Choose a color' })).toBeVisible()
  await expect(form.getByText('All changes saved')).toBeVisible()
  await expect(page.locator(':focus')).toHaveCount(1)
  // There is no unsaved input to lose.
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()

  // After saving, the field shows the saved text.
  await page.goto('/settings/shop')
  await name.fill('Harbor Ceramics')
  await form.getByRole('button', { name: 'Save shop' }).click()
  await expect(form.getByText('All changes saved')).toBeVisible()
  await name.fill('Another slip')
  await discard.click()
  await expect(name).toHaveValue('Harbor Ceramics')
})
