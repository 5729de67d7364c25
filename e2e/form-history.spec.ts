// The versions of a form that buyers saw, and how a seller restores one.
import { create, newForm, signIn } from './seller.ts'
import { newBuyer } from './shop.ts'
import { expect, fillCard, test } from './test.ts'

test('a seller sees what changed on a form, and restores an earlier version @desktop', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const { id, title } = await create(page, '/forms', newForm())
  await page.goto(`/forms/edit/${id}`)
  await page.getByLabel('Title').fill('A course that was renamed')
  await page.getByLabel('Amount').fill('59')
  await page.getByRole('switch', { name: 'Let buyers choose a quantity' }).check()
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
  await expect(page.getByRole('switch', { name: 'Let buyers choose a quantity' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('form updated successfully')).toBeVisible()
  await page.goto(`/forms/history/${id}`)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').filter({ hasText: 'Now' })).toContainText('Version 1')
})

test('a sale opens the page that its buyer saw, in their language and at the price they saw @desktop', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const timer = { title: 'Early price', timestamp: Date.now() + 3_600_000, amount: 59, redirectUrl: null }
  const texts = { de: { title: 'Aquarell in sechs Wochen' } }
  const { id } = await create(page, '/forms', newForm({ timers: [timer], texts }))
  const email = newBuyer()
  await page.goto(`/payment/${id}?lang=de`)
  await page.locator('#email').fill(email)
  await page.locator('#name').fill('Bea Novak')
  await fillCard(page, '4242424242424242')
  await page.locator('form button[type=submit]').last().click()
  await page.locator('a[href^="/purchases/"]').first().waitFor()

  await page.clock.setFixedTime(Date.now() + 7_200_000)
  await page.goto(`/sales?q=${email}`)
  await page
    .getByRole('link', { name: /Bea Novak/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Version 1' }).click()
  const preview = page.frameLocator('iframe[title="Preview of the payment page"]')
  await expect(preview.getByRole('heading', { name: texts.de.title })).toBeVisible()
  await expect(preview.locator('html')).toHaveAttribute('lang', 'de')
  await expect(preview.getByText('Early price')).toBeVisible()
  await expect(preview.getByRole('button', { name: /49[.,]00/ })).toBeVisible()
})
