// The form editor's preview of the payment page, its check before publishing, and its draft after a reload.
import { create, newForm, newProduct, openSection, signIn } from './seller.ts'
import { expect, expectAccessible, test } from './test.ts'

test('@desktop the preview follows the input, the check fixes a problem and a reload keeps the draft', async ({
  page,
  product,
  expectedErrors,
}) => {
  // The pictures of products made through the API were never uploaded.
  expectedErrors.push(/status of 404.*\/pictures\//)
  await signIn(page, product)
  const bump = await create(page, '/bumps', newProduct())
  const offer = await create(page, '/one-time-offers', newProduct({ amount: 79 }))
  const hour = 3_600_000
  const timers = [{ title: 'Early bird', timestamp: Date.now() + hour, amount: 60 }]
  const fields = { bumps: [bump.id], oneTimeOffer: offer.id, timers, termsUrl: 'https://example.com/terms' }
  const form = await create(page, '/forms', newForm(fields))
  await page.goto(`/forms/${form.id}`)
  await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Before you sell' })).toHaveCount(0)
  await page.goto(`/forms/edit/${form.id}`)
  const shown = page.frameLocator('iframe[title="Preview of the payment page"]')
  const check = page.locator('#before-you-sell')

  await test.step('the preview follows the input', async () => {
    await expect(shown.getByRole('heading', { name: form.title })).toBeVisible()
    await page.getByLabel('Title').fill('Watercolor in the garden')
    await expect(shown.getByRole('heading', { name: 'Watercolor in the garden' })).toBeVisible()
    await page.getByLabel('Amount').fill('39,5')
    await expect(shown.getByRole('button', { name: 'Pay $39.50' })).toBeVisible()
    await page.getByLabel('Amount').fill('39,5x')
    await shown.getByRole('checkbox', { name: bump.title }).check()
    await expect(shown.getByRole('button', { name: 'Pay $59.40' })).toBeVisible()
    await shown.getByRole('button', { name: 'Pay $59.40' }).click()
    await expect(shown.getByText('This is a preview. Buttons do not work here.')).toBeVisible()
    await page.getByLabel('Amount').fill('39')
  })

  await test.step('the preview shows the page after the deadline and the offer after the payment', async () => {
    await page.getByText('After timer').click()
    await expect(shown.getByText('$60.00').first()).toBeVisible()
    await page.getByText('Offer pop-up').click()
    const popUp = shown.getByRole('dialog', { name: offer.title })
    await expect(popUp).toContainText('Best Deal')
    await expect(popUp.getByRole('button', { name: 'Yes , please $79.00' })).toBeVisible()
    await expect(popUp.getByRole('button', { name: 'No thanks' })).toBeVisible()
    await expect(popUp).toContainText('One Time Offer')
    await page.getByText('Now', { exact: true }).click()
    await expect(popUp).toBeHidden()
  })

  await test.step('the button next to a finding fixes it', async () => {
    await expect(check.getByRole('heading', { name: 'Ready to sell' })).toBeVisible()
    await openSection(page, 'Appearance')
    await page.getByLabel('Theme color', { exact: true }).fill('#ffe680')
    await expect(check).toContainText('The button text is hard to read on your theme color')
    // At the top of the page, the save bar covers no other button.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)
    await check.getByRole('button', { name: 'Make the text black' }).click()
    await expect(page.getByLabel('Button text color', { exact: true })).toHaveValue('#000')
    await expect(check.getByRole('heading', { name: 'Ready to sell' })).toBeFocused()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)
    await expect(shown.locator('body')).toHaveCSS('background-color', 'rgb(19, 19, 22)')
    await page.getByRole('radio', { name: 'Light' }).check()
    await expect(shown.locator('body')).toHaveCSS('background-color', 'rgb(245, 245, 247)')
    await page.getByLabel('Light or dark').selectOption({ label: 'Dark' })
    await expect(shown.locator('body')).toHaveCSS('background-color', 'rgb(19, 19, 22)')
    await expect(page.getByRole('radio', { name: 'Light' })).toHaveCount(0)
  })

  await test.step('a reload offers the draft, and saving deletes it', async () => {
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue(form.title)
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Watercolor in the garden')
    await expect(page.getByLabel('Button text color', { exact: true })).toHaveValue('#000')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('form updated successfully')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Title')).toHaveValue('Watercolor in the garden')
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  })
})

test('@desktop an unused section of the form editor opens from a link to its field, from the index and by a click', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const { id } = await create(page, '/forms', newForm())
  await page.goto(`/forms/edit/${id}#taxId`)
  await expect(page.getByRole('combobox', { name: 'Tax', exact: true })).toBeFocused()
  await expect(page.getByLabel('Success message')).toBeHidden()
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'After payment' })
    .click()
  await page.getByLabel('Success message').fill('See you on Monday')
  await page.getByLabel('Success message').fill('')
  await expect(page.getByLabel('Success message')).toBeFocused()
  await openSection(page, 'After payment')
  await expect(page.getByLabel('Success message')).toBeHidden()
})
