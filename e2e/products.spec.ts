// Sellers create, change and delete bumps, one-time offers and taxes, and use short links.
import type { Page } from '@playwright/test'
import { newPicture } from './picture.ts'
import { chooseAction, create, newForm, newProduct, signIn } from './seller.ts'
import { expect, expectAccessible, test } from './test.ts'

test.beforeEach(async ({ page, product, expectedErrors }) => {
  // The pictures of products made through the API were never uploaded.
  expectedErrors.push(/status of 404.*\/pictures\//)
  await signIn(page, product)
})

const card = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title.slice(0, 24) })

test('A16 C2 E2 J3: a bump keeps every field in the list and the editor @desktop', async ({ page }) => {
  const { title } = newProduct()
  const description = `${'Exercises on heavy paper, ring bound. '.repeat(5)}The end`
  await page.goto('/bumps/create')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill(description)
  await page.getByLabel('Picture').setInputFiles(await newPicture())
  await expect(page.getByRole('button', { name: 'Replace picture' })).toBeVisible()
  await page.getByLabel('Amount').fill('1.900,5')
  await page.getByLabel('Amount').blur()
  await expect(page.getByLabel('Amount')).toHaveValue('1,900.50')
  await page
    .getByRole('button', { name: 'Files', exact: true })
    .setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('one, two') })
  await expect(page.getByText('list.txt')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create bump' }).click()

  await expect(page.getByText('bump created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/bumps$/)
  await expect(card(page, title)).toContainText(title.slice(0, 25))
  await expect(card(page, title)).toContainText('$1,900.50')
  await expect(card(page, title)).toContainText('…')
  await expect(card(page, title)).not.toContainText('The end')

  await card(page, title).getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/\/bumps\/edit\/[0-9a-f-]+$/)
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByLabel('Description')).toHaveValue(description)
  await expect(page.getByLabel('Amount')).toHaveValue('1900.5')
  await expect(page.getByText('list.txt')).toBeVisible()
  await page.getByLabel('Amount').fill('23.45')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('bump updated successfully')).toBeVisible()
  await page.goto('/bumps')
  await expect(card(page, title)).toContainText('$23.45')
})

test('G1 J8: an empty bump shows an error next to every field and focuses the first @desktop', async ({
  page,
}) => {
  await page.goto('/bumps/create')
  await page.getByRole('button', { name: 'Create bump' }).click()

  await expect(page.getByText('Enter at least 10 characters')).toBeVisible()
  await expect(page.getByText('This field is required')).toHaveCount(2)
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill('Long enough a title')
  await page.getByLabel('Description').fill('Exercises')
  await page.getByLabel('Picture').setInputFiles(await newPicture())
  await expect(page.getByRole('button', { name: 'Replace picture' })).toBeVisible()
  for (const [amount, message] of [
    ['-1', 'amount must be positive value'],
    ['1.0005', 'amount has more decimals than USD has'],
    ['1.500', 'This could be two amounts. Enter 1500 or 1.50'],
  ] as const) {
    await page.getByLabel('Amount').fill(amount)
    await page.getByRole('button', { name: 'Create bump' }).click()
    await expect(page.getByText(message)).toBeVisible()
  }
  await expectAccessible(page)
})

test('C4 F7 J3 J7: a seller who deletes a bump sees its forms first and the updated list afterwards @desktop', async ({
  page,
}) => {
  const bump = await create(page, '/bumps', newProduct())
  await create(page, '/forms', newForm({ bumps: [bump.id] }))
  await create(page, '/forms', newForm({ otoSequenceList: [bump.id] }))
  await page.goto(`/bumps?q=${bump.title}`)
  await card(page, bump.title).getByRole('button', { name: 'Delete' }).click()

  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    `Are you sure you want to delete ${bump.title}. This action cannot be undone..`,
  )
  await expect(question).toContainText('2 forms use it and will keep working without it.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await card(page, bump.title).getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`${bump.title} Deleted successfully`)).toBeVisible()
  await expect(question).toBeHidden()
  await expect(card(page, bump.title)).toHaveCount(0)
})

test('a bump used by forms cannot change its currency, and the editor explains why @desktop', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/)
  const bump = await create(page, '/bumps', newProduct())
  await create(page, '/forms', newForm({ bumps: [bump.id] }))
  await page.goto(`/bumps/edit/${bump.id}`)
  await page.getByLabel('Currency').fill('eur')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save changes' }).click()

  await expect(page.getByText('The currency cannot change while 1 form uses this').first()).toBeVisible()
  await expect(page.getByLabel('Currency')).toBeFocused()
})

test('A17 C7 E7 J3: a one-time offer keeps every field, its tags and its button texts @desktop', async ({
  page,
}) => {
  const { title } = newProduct()
  await page.goto('/one-time-offers/create')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill('One hour for the two of us')
  await page.getByLabel('Picture').setInputFiles(await newPicture())
  await expect(page.getByRole('button', { name: 'Replace picture' })).toBeVisible()
  await expect(page.getByLabel('Accept button text')).toHaveValue('Yes , please')
  await expect(page.getByLabel('Decline button text')).toHaveValue('No thanks')
  await page.getByLabel('Accept button text').fill('Take it')
  // In a wide window, the preview is next to the fields.
  const preview = page.getByLabel('Preview', { exact: true })
  await expect(preview).toContainText('Best Deal')
  await expect(preview).toContainText('Take it')
  await page.getByLabel('Amount').fill('79')
  const tags = page.getByRole('textbox', { name: 'Tags' })
  await tags.fill('cat')
  await tags.press('Enter')
  await expect(page.getByRole('list', { name: 'Tags' })).toHaveCount(0)
  await tags.fill('lesson')
  await tags.blur()
  await expect(page.getByRole('list', { name: 'Tags' })).toHaveCount(0)
  await tags.press('Enter')
  await expect(page.getByRole('list', { name: 'Tags' })).toHaveText('lesson')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create offer' }).click()

  await expect(page.getByText('oneTimeOffer created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/one-time-offers$/)
  await expect(card(page, title).first()).toContainText('Active')
  await card(page, title).first().getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Accept button text')).toHaveValue('Take it')
  await expect(page.getByRole('list', { name: 'Tags' })).toHaveText('lesson')
  await page.getByLabel('Active product').uncheck()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('one Time Offer updated successfully')).toBeVisible()
  await page.goto('/one-time-offers?q=lesson')
  await expect(card(page, title).first()).toContainText('Inactive')
})

test('G4: an empty one-time offer shows an error next to every field @desktop', async ({ page }) => {
  await page.goto('/one-time-offers/create')
  await page.getByLabel('Accept button text').fill(' ')
  await page.getByRole('button', { name: 'Create offer' }).click()

  await expect(page.getByText('Enter at least 10 characters')).toBeVisible()
  await expect(page.getByText('This field is required')).toHaveCount(3)
  await expect(page.getByLabel('Title')).toBeFocused()
})

test('A18 E6 F7 J3: a seller creates, changes, turns off and deletes a tax @desktop', async ({ page }) => {
  const title = `Levy ${process.pid}-${Date.now()}`
  const row = page.getByRole('listitem').filter({ hasText: title })
  await page.goto('/taxes/create')
  await page.getByLabel('Title').fill(title)
  await expect(page.getByLabel('Percentage')).toHaveValue('0')
  await page.getByLabel('Percentage').fill('8,875')
  await page.getByRole('button', { name: 'Create tax' }).click()
  await expect(page.getByText('Tax rate created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/taxes$/)
  await expect(row).toContainText('8.875%')
  await expect(row).toContainText('Added to the price')

  await row.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Inclusive').check()
  await page.getByLabel('Active').uncheck()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Tax rate updated successfully')).toBeVisible()
  await page.goto('/taxes')
  await expect(row).toContainText('Included in the price')
  await expect(row).toContainText('Inactive')

  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    `Are you sure you want to delete ${title}. This action cannot be undone..`,
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Tax rate deleted successfully')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('G3 H17: a tax shows errors next to its fields, and a list that failed to load can be retried @desktop', async ({
  page,
  expectedErrors,
}) => {
  await page.goto('/taxes/create')
  await page.getByRole('button', { name: 'Create tax' }).click()
  await expect(page.getByText('Tax title cannot be empty')).toBeVisible()
  for (const [typed, message] of [
    ['-1', 'Percentage must be positive'],
    ['100.5', 'Percentage cannot exceed 100%'],
    ['1.23456', 'Percentage can have at most 4 decimals'],
    ['', 'This field is required'],
    ['ten', 'Enter a number'],
  ] as const) {
    await page.getByLabel('Percentage').fill(typed)
    await page.getByRole('button', { name: 'Create tax' }).click()
    await expect(page.getByText(message)).toBeVisible()
    // The click focuses the title. Without it, the typed text would end up in the wrong field.
    await expect(page.getByLabel('Title')).toBeFocused()
  }

  expectedErrors.push(/status of 500/)
  let asked = 0
  await page.route(/\/api\/taxes\?/, async (route) => {
    asked += 1
    await (asked <= 2 ? route.fulfill({ status: 500, json: {} }) : route.continue())
  })
  await page.goto('/taxes')
  await expect(page.getByRole('heading', { name: 'We could not load this' })).toBeVisible()
  expect(asked).toBe(2)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'We could not load this' })).toHaveCount(0)
  await expect.poll(() => asked).toBe(3)

  expectedErrors.push(/status of 404/)
  await page.goto('/taxes/edit/01a1f882-85a6-763a-997b-e9385dbf9804')
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page).toHaveURL(/\/taxes$/)
})

test('C1 F12 J6: a seller copies a short link that leads to the payment page @desktop', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const form = await create(page, '/forms', newForm())
  await page.goto(`/forms?q=${form.title}`)
  await chooseAction(page, 'Copy short link')
  await expect(page.getByText('Short link copied to your clipboard!')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/s\/[2-9a-z]{7}$/)
  await page.goto(`${link}?utm_source=mail`)
  await expect(page).toHaveURL(new RegExp(`/payment/${form.id}\\?utm_source=mail$`))
  await expect(page.getByRole('heading', { name: form.title })).toBeVisible()

  await page.goto(`/forms?q=${form.title}`)
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new Error('not allowed'))
  })
  await chooseAction(page, 'Copy short link')
  await expect(page.getByText('Failed to copy short link to clipboard!')).toBeVisible()
})

test('a seller searches bumps and moves between pages @desktop', async ({ page }) => {
  const word = `atlas${process.pid}x${Date.now()}`
  for (let number = 1; number <= 11; number += 1) {
    await create(page, '/bumps', newProduct({ title: `${word} number ${number}` }))
  }
  await page.goto('/bumps')
  await page.getByRole('searchbox', { name: 'Search bumps' }).fill(word)
  await expect(page).toHaveURL(new RegExp(`q=${word}`))
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search bumps' }).fill(`${word} nothing`)
  await expect(page.getByText('No bump found')).toBeVisible()
  await page.getByRole('button', { name: 'Show all bumps' }).click()
  await expect(page).toHaveURL(/\/bumps$/)
})
