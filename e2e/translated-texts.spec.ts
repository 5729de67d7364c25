// A seller translates a form, and a German buyer reads the German texts from the page to the receipt.
import { newForm, openSection, signIn } from './seller.ts'
import { newBuyer, openShop } from './shop.ts'
import { expect, fillCard, test } from './test.ts'

test('a translated form is in the buyer’s language from its page to the receipt @desktop', async ({
  page,
  product,
}) => {
  const { create } = await openShop(product)
  const form = await create('/forms', {
    ...newForm({ amount: 49 }),
    title: 'Watercolor in six weeks',
    description: 'Brush, **paper** and water.',
    descriptionFormat: 'markdown',
    buttonText: 'Buy the course',
  })
  await signIn(page, product)
  await page.goto(`/forms/edit/${form}`)
  const preview = page.frameLocator('iframe')
  await openSection(page, 'Languages')
  await page.getByLabel('Texts in').selectOption({ label: 'German: 0 of 3' })
  const translations = page.getByRole('group', { name: 'Translations' })
  await translations.getByRole('textbox', { name: 'Title' }).fill('Aquarell in sechs Wochen')
  await translations.getByRole('textbox', { name: 'Button text' }).fill('Jetzt kaufen')
  await expect(page.getByLabel('Texts in').locator('option:checked')).toHaveText('German: 2 of 3')
  await expect(preview.locator('h1')).toHaveText('Aquarell in sechs Wochen')
  await expect(preview.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('form updated successfully')).toBeVisible()

  await page.goto(`/payment/${form}?lang=de`)
  await expect(page).toHaveTitle(/Aquarell in sechs Wochen/)
  await expect(page.locator('h1')).toHaveText('Aquarell in sechs Wochen')
  await expect(page.locator('h1')).not.toHaveAttribute('lang')
  await expect(
    page.locator('[lang="en"]').filter({ hasText: 'Brush, paper and water.' }).last(),
  ).toBeVisible()
  await page.locator('#email').fill(newBuyer())
  await page.locator('#name').fill('Bea Novak')
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: /Jetzt kaufen/ }).click()
  await page.locator('a[href^="/purchases/"]').click()
  await expect(page.locator('h1')).toHaveText('Aquarell in sechs Wochen')
  await expect(page.getByRole('region', { name: 'Beleg' })).toContainText('Aquarell in sechs Wochen')
  await page.goto('/sales')
  await expect(page.getByText('Watercolor in six weeks').first()).toBeVisible()
})
