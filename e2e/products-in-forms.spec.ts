// Sellers create and choose bumps, offers, taxes and timers inside the form editor.
import type { Page } from '@playwright/test'
import { newPicture } from './picture.ts'
import { create, newForm, newProduct, signIn } from './seller.ts'
import { expect, expectAccessible, test } from './test.ts'

test.beforeEach(async ({ page, product, expectedErrors }) => {
  // The pictures of products made through the API were never uploaded.
  expectedErrors.push(/status of 404.*\/pictures\//)
  await signIn(page, product)
})

const dialog = (page: Page) => page.getByRole('dialog')

test('C3 C7 F8 F9 F10: a seller creates a bump, an offer, a tax and a timer in the form editor @desktop', async ({
  page,
}) => {
  const form = await create(page, '/forms', newForm())
  const other = await create(page, '/bumps', newProduct())
  const foreign = await create(page, '/bumps', newProduct({ currency: 'eur' }))
  const { title } = newProduct()
  await page.goto(`/forms/edit/${form.id}`)
  const bumps = page.getByRole('group', { name: 'Order bumps' })

  await bumps.getByRole('button', { name: 'Create bump' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Create Bump' })).toBeVisible()
  await dialog(page).getByLabel('Title').fill(title)
  await dialog(page).getByLabel('Description').fill('Exercises')
  await dialog(page)
    .getByLabel('Picture')
    .setInputFiles(await newPicture())
  await expect(dialog(page).getByRole('button', { name: 'Replace picture' })).toBeVisible()
  await dialog(page).getByLabel('Amount').fill('5')
  await dialog(page).getByRole('button', { name: 'Create bump' }).click()
  await expect(page.getByText('bump created successfully')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(bumps.getByRole('listitem')).toHaveCount(1)

  await bumps.getByRole('button', { name: 'Choose bumps' }).click()
  await expect(dialog(page).getByLabel(foreign.title)).toBeDisabled()
  await expect(dialog(page).getByRole('listitem').filter({ hasText: foreign.title })).toContainText(
    'Its price is in EUR, but this form is in USD',
  )
  await dialog(page).getByLabel(other.title).check()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(bumps.getByRole('listitem')).toContainText([title, other.title])
  await bumps.getByRole('button', { name: `Move ${other.title} up` }).click()
  await expect(bumps.getByRole('listitem')).toContainText([other.title, title])
  await expect(bumps.getByRole('button', { name: `Move ${other.title} down` })).toBeFocused()
  const isActive = bumps.getByRole('switch', { name: `Active: ${other.title}` })
  await isActive.uncheck()
  await expect(isActive).toHaveAccessibleDescription('Buyers only see active bumps.')

  await page.getByRole('button', { name: 'Create offer' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Create Offer' })).toBeVisible()
  await dialog(page).getByLabel('Name').fill(`Offer of ${title}`)
  await expect(dialog(page).getByLabel('Active product')).toBeChecked()
  await dialog(page).getByRole('textbox', { name: 'Tags' }).fill('cat')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('list', { name: 'Tags' })).toHaveCount(0)
  await dialog(page).getByRole('textbox', { name: 'Tags' }).fill('x'.repeat(51))
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Enter 50 characters or fewer')).toBeVisible()
  await expect(dialog(page).getByRole('list', { name: 'Tags' })).toHaveCount(0)
  await dialog(page).getByRole('textbox', { name: 'Tags' }).fill('lesson')
  await dialog(page).getByRole('button', { name: 'Create offer' }).click()
  await expect(dialog(page).getByText('Press Enter to add this tag, or remove the text.')).toBeVisible()
  await expect(dialog(page).getByRole('textbox', { name: 'Tags' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('list', { name: 'Tags' })).toHaveText('lesson')
  await dialog(page).getByLabel('Description').fill('One hour')
  await dialog(page)
    .getByLabel('Picture')
    .setInputFiles(await newPicture())
  await expect(dialog(page).getByRole('button', { name: 'Replace picture' })).toBeVisible()
  await dialog(page).getByLabel('Amount').fill('79')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  for (const leave of [() => page.mouse.click(4, 400), () => page.keyboard.press('Escape')]) {
    await leave()
    await expect(question).toContainText('You have unsaved changes.')
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toBeHidden()
  }
  await expect(dialog(page).getByLabel('Name')).toHaveValue(`Offer of ${title}`)
  await dialog(page).getByRole('button', { name: 'Create offer' }).click()
  await expect(page.getByText('oneTimeOffer created successfully')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByLabel('First offer').locator('option:checked')).toContainText(`Offer of ${title}`)

  await page.getByRole('button', { name: 'Create tax' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Create Tax' })).toBeVisible()
  await dialog(page).getByLabel('Title').fill(`Levy ${title}`)
  await dialog(page).getByLabel('Percentage').fill('10')
  await dialog(page).getByRole('button', { name: 'Create tax' }).click()
  await expect(page.getByText('Tax rate created successfully')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByLabel('Tax', { exact: true }).locator('option:checked')).toContainText('10%')

  await page.getByRole('button', { name: 'Add timer' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Create Timer' })).toBeVisible()
  await dialog(page).getByLabel('Title').fill('Early bird')
  await dialog(page).getByLabel('Ends at').fill('2038-01-01T12:00')
  await dialog(page).getByLabel('New price').fill('60')
  await dialog(page).getByRole('button', { name: 'Add timer' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('list', { name: 'Timers' })).toContainText('Early bird')
  await page.getByRole('button', { name: 'Add timer' }).click()
  await expect(dialog(page).getByLabel('Title')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('form updated successfully')).toBeVisible()
  await page.goto(`/forms/${form.id}`)
  await expect(page.getByRole('main')).toContainText(`${other.title} (inactive), ${title}`)
  await expect(page.getByRole('main')).toContainText(`Offer of ${title}`)
  await page.goto(`/payment/${form.id}`)
  await expect(page.getByText(title).first()).toBeVisible()
  await expect(page.getByText(other.title)).toHaveCount(0)
  await expect(page.getByText('$53.90').first()).toBeVisible()
})

test('a form with a new currency shows which bumps no longer match and cannot be saved @desktop', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/)
  const bump = await create(page, '/bumps', newProduct())
  const timers = [{ title: 'Early bird', timestamp: Date.UTC(2038, 0, 1), amount: 1 }]
  const form = await create(page, '/forms', newForm({ bumps: [bump.id], timers }))
  await page.goto(`/forms/edit/${form.id}`)
  await page.getByLabel('Currency').fill('dkk')
  await page.keyboard.press('Enter')
  const bumps = page.getByRole('group', { name: 'Order bumps' })
  await expect(bumps.getByText('Its price is in USD, but this form is in DKK')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(bumps.getByText('This order bump has a different currency from the form')).toBeVisible()
  await bumps.getByRole('button', { name: `Remove ${bump.title}` }).click()
  const tooSmall = /^The amount is below the minimum card payment of/
  await expect(page.getByRole('list', { name: 'Timers' }).getByText(tooSmall)).toHaveCount(1)
  await page.getByRole('button', { name: 'Edit Early bird' }).click()
  await expect(dialog(page).getByText(tooSmall)).toBeVisible()
  await dialog(page).getByLabel('New price').fill('60')
  await dialog(page).getByRole('button', { name: 'Save timer' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('form updated successfully')).toBeVisible()
})
