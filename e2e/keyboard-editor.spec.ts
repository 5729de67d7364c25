// A seller makes a form by keyboard alone, with every field, dialog, check and preview.
import type { Locator, Page } from '@playwright/test'
import { arriveAsDemo } from './arrive.ts'
import { choose, chooseFile, expectFocusInSight, pick, press, tabTo, toggle, type } from './keyboard.ts'
import { newPicture } from './picture.ts'
import { newForm, newProduct } from './seller.ts'
import { openShop } from './shop.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page, product, expectedErrors }) => {
  // The pictures of products made through the API were never uploaded.
  expectedErrors.push(/status of 404.*\/pictures\//)
  await arriveAsDemo(page, product)
  await page.goto('/forms')
})

const dialogOf = (page: Page) => page.getByRole('dialog')

async function addPicture(page: Page, place: ReturnType<Page['locator']>): Promise<void> {
  await chooseFile(page, place.getByRole('button', { name: 'Choose a picture' }), await newPicture())
  await expect(place.getByRole('button', { name: 'Replace picture' })).toBeVisible()
  await expectFocusInSight(page)
  await expect(place.getByRole('button', { name: 'Replace picture' })).toBeFocused()
}

/** Types text and presses Escape before the page can draw again, as happens on a slow machine. */
async function insertAndEscape(field: Locator, text: string): Promise<void> {
  await field.evaluate((input: HTMLInputElement, inserted) => {
    input.setRangeText(inserted, input.value.length, input.value.length, 'end')
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  }, text)
}

test('by keyboard alone: a seller creates a form with all its fields and adds extras from within it @desktop', async ({
  page,
  product,
}) => {
  const { title } = newForm()
  const other = newProduct()
  await (await openShop(product)).create('/bumps', { ...other, currency: 'chf' })
  const main = page.getByRole('main')
  const dialog = dialogOf(page)
  await press(page, page.getByRole('link', { name: 'Create form' }))
  await expect(main).toBeFocused()

  const save = page.getByRole('button', { name: 'Create form' })
  await press(page, save)
  await expect(page.getByLabel('Title')).toBeFocused()
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription(/at least 10 characters/)
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await press(page, sections.getByRole('button', { name: 'After payment' }))
  await expect(page.getByRole('heading', { name: 'After payment' })).toBeFocused()
  await press(page, sections.getByRole('button', { name: /^Product.*to look at$/ }))
  await expect(page.getByRole('heading', { name: 'Product' })).toBeFocused()
  await type(page, page.getByLabel('Title'), title)
  await type(page, page.getByLabel('Internal name'), 'Spring sale')
  await type(page, page.getByLabel('Description'), 'Six weeks of light and water')
  await addPicture(page, main)
  await press(page, main.getByRole('heading', { name: 'Downloads' }).getByRole('button'))
  const attached = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('one, two') }
  await chooseFile(page, main.getByRole('button', { name: 'Browse files' }), attached)
  await press(page, main.getByRole('button', { name: 'Delete list.txt' }))
  await expect(main.getByText('list.txt')).toHaveCount(0)
  await expect(
    page.getByRole('group', { name: 'Price type' }).getByRole('radio', { checked: true }),
  ).toBeFocused()

  const priceType = page.getByRole('group', { name: 'Price type' })
  await pick(page, priceType, priceType.getByRole('radio', { name: 'Recurring' }))
  await type(page, page.getByLabel('Amount'), '30')
  await choose(page, page.getByRole('combobox', { name: 'Currency' }), 'swiss')
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue(/^CHF /)
  await type(page, page.getByLabel('Billing interval'), '2')
  await choose(page, page.getByLabel('Billing period'), 'Monthly')
  await choose(page, page.getByLabel('Ends'), 'ending after')
  await type(page, page.getByLabel('Cancel after'), '6')
  await expect(page.getByLabel('Billing period')).toHaveValue('Monthly')

  const bumps = page.getByRole('group', { name: 'Order bumps' })
  await press(page, bumps.getByRole('button', { name: 'Create bump' }))
  await type(page, dialog.getByLabel('Title'), `Bump of ${title}`)
  await type(page, dialog.getByLabel('Description'), 'Exercises')
  await addPicture(page, dialog)
  await type(page, dialog.getByLabel('Amount'), '5')
  await tabTo(page, dialog.getByRole('combobox', { name: 'Currency' }))
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('listbox')).toBeHidden()
  await press(page, dialog.getByRole('button', { name: 'Create bump' }))
  await expect(dialog).toBeHidden()
  await expect(bumps.getByRole('button', { name: 'Create bump' })).toBeFocused()

  await press(page, bumps.getByRole('button', { name: 'Choose bumps' }))
  await toggle(page, dialog.getByRole('checkbox', { name: other.title }))
  await press(page, dialog.getByRole('button', { name: 'Done' }))
  await expect(bumps.getByRole('button', { name: 'Choose bumps' })).toBeFocused()
  await press(page, bumps.getByRole('button', { name: `Move ${other.title} up` }))
  await expect(bumps.getByRole('listitem')).toContainText([other.title, `Bump of ${title}`])
  await press(page, bumps.getByRole('button', { name: `Remove ${other.title}` }))
  await expect(bumps.getByRole('listitem')).toHaveCount(1)
  await expect(bumps.locator(':focus')).toHaveCount(1)

  await press(page, main.getByRole('button', { name: 'Create offer' }))
  await type(page, dialog.getByLabel('Name'), `Offer of ${title}`)
  await type(page, dialog.getByLabel('Description'), 'One hour')
  await addPicture(page, dialog)
  await type(page, dialog.getByLabel('Amount'), '79')
  await type(page, dialog.getByRole('textbox', { name: 'Tags' }), 'lesson')
  await page.keyboard.press('Enter')
  await press(page, dialog.getByRole('button', { name: 'Remove lesson' }))
  await press(page, dialog.getByRole('button', { name: 'Create offer' }))
  await expect(dialog).toBeHidden()
  await expect(main.getByRole('button', { name: 'Create offer' })).toBeFocused()
  await expect(page.getByLabel('First offer').locator('option:checked')).toContainText(`Offer of ${title}`)

  await press(page, main.getByRole('button', { name: 'Create tax' }))
  await type(page, dialog.getByLabel('Title'), `Levy of ${title}`)
  await type(page, dialog.getByLabel('Percentage'), '10')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(main.getByRole('button', { name: 'Create tax' })).toBeFocused()

  await press(page, main.getByRole('button', { name: 'Add timer' }))
  await type(page, dialog.getByLabel('Title'), 'Early bird')
  await tabTo(page, dialog.getByLabel('Ends at'))
  await page.keyboard.type('01012038')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('1200PM')
  await choose(page, dialog.getByLabel('Timezone'), 'Honolulu')
  await type(page, dialog.getByLabel('New price'), '60')
  await press(page, dialog.getByRole('button', { name: 'Add timer' }))
  await expect(dialog).toBeHidden()
  await expect(main.getByRole('button', { name: 'Add timer' })).toBeFocused()
  await press(page, main.getByRole('button', { name: 'Delete Early bird' }))
  await expect(main.getByRole('button', { name: 'Add timer' })).toBeFocused()

  await press(page, main.getByRole('heading', { name: 'Appearance' }).getByRole('button'))
  await type(page, page.getByLabel('Button text', { exact: true }), 'Join for')
  await type(page, page.getByLabel('Theme color', { exact: true }), '#ffffaa')
  await toggle(page, page.getByRole('switch', { name: 'Use Terms link' }))
  await type(page, page.getByLabel('Terms link', { exact: true }), 'https://example.com/terms')
  const check = main.getByRole('region', { name: /Before you sell|Ready to sell/ })
  await press(page, check.getByRole('button', { name: 'Make the text black' }))
  await expect(check.getByRole('heading')).toBeFocused()
  await expect(page.getByLabel('Button text color', { exact: true })).toHaveValue('#000')

  const preview = page.getByRole('complementary', { name: 'Preview' })
  const width = preview.getByRole('group', { name: 'Width' })
  await pick(page, width, width.getByRole('radio', { name: 'Desktop' }))
  await press(page, preview.getByRole('button', { name: 'Enlarge the preview' }))
  await expect(page.getByRole('dialog', { name: 'Preview of the payment page' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview.getByRole('button', { name: 'Enlarge the preview' })).toBeFocused()

  await press(
    page,
    page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Taxes' }),
  )
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }))
  await expect(page.getByRole('link', { name: 'Taxes' })).toBeFocused()
  await press(page, save)
  await expect(page).toHaveURL(/\/forms$/)
  await expect(main.getByRole('heading', { name: `“${title}” is live` })).toBeFocused()
  await expect(main.getByRole('link', { name: title, exact: true })).toBeVisible()
})

test('by keyboard alone: moving a price keeps the focus and announces its new position @desktop', async ({
  page,
  product,
}) => {
  const prices = ['Second', 'Third'].map((label, index) => ({ label, amount: 20 + index }))
  const form = await (await openShop(product)).create('/forms', newForm({ priceLabel: 'First', prices }))
  await page.goto(`/forms/edit/${form}`)
  const main = page.getByRole('main')
  const rows = main.getByRole('list', { name: 'Price options' }).getByRole('listitem')
  await press(page, main.getByRole('button', { name: 'Move Third up' }))
  await expect(rows).toContainText(['First', 'Third', 'Second'])
  await expect(main.getByRole('button', { name: 'Move Third up' })).toBeFocused()
  await expect(main.getByText('Third is number 2 of 3', { exact: true })).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(rows).toContainText(['Third', 'First', 'Second'])
  await expect(main.getByRole('button', { name: 'Move Third down' })).toBeFocused()
  const title = page.getByLabel('Title', { exact: true })
  await type(page, title, 'Short')
  await page.keyboard.press('Tab')
  await expect(main.locator('[aria-live]').filter({ hasText: 'Title: Enter at least' })).toBeAttached()
})

test('by keyboard alone: the focus begins in a price’s name and returns to what opened its dialog @desktop', async ({
  page,
  product,
}) => {
  const form = await (await openShop(product)).create('/forms', newForm())
  await page.goto(`/forms/edit/${form}`)
  const main = page.getByRole('main')
  const dialog = dialogOf(page)
  const name = dialog.getByLabel('Name', { exact: true })
  const add = main.getByRole('button', { name: 'Add another price' })
  await press(page, add)
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toBeFocused()
  await page.keyboard.insertText('In two')
  await type(page, dialog.getByLabel('Amount'), '30')
  await press(page, dialog.getByRole('button', { name: 'Add price' }))
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()

  const edit = main.getByRole('button', { name: 'Edit In two' })
  await press(page, edit)
  await expect(name).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(name).toHaveValue('In two')
  await expect(name).toBeFocused()
  await insertAndEscape(name, ' parts')
  const question = page.getByRole('alertdialog')
  await press(page, question.getByRole('button', { name: 'Stay' }))
  await expect(name).toBeFocused()
  await page.keyboard.press('Escape')
  await press(page, question.getByRole('button', { name: 'Leave' }))
  await expect(dialog).toBeHidden()
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(name).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('All at once')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(main.getByRole('button', { name: 'Edit All at once' })).toBeFocused()
})
