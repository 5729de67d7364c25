// A form with every possible field: the seller creates, previews and copies it, and opens its page.
import { newPicture } from './picture.ts'
import { chooseAction, create, newForm, openSection, signIn } from './seller.ts'
import { openShop } from './shop.ts'
import { expect, expectAccessible, test } from './test.ts'

const zones = ['Washington DC', 'Chicago', 'Denver', 'Phoenix', 'Los Angeles', 'Anchorage', 'Honolulu']

test.beforeEach(async ({ page, product, expectedErrors }) => {
  // The pictures of products made through the API were never uploaded.
  expectedErrors.push(/status of 404.*\/pictures\//)
  await signIn(page, product)
})

test('A11 A12 A14 A15 C5 D1 E3 E4 E15 F13: a form keeps every field in the editor, its copy and on its page @desktop', async ({
  page,
}) => {
  const { title } = newForm()
  const tax = await create(page, '/taxes', { title: `Levy of ${title}`, percentage: 10 })
  await page.goto('/forms/create')
  await page.getByLabel('Title').fill(title)
  await expect(page.getByText('Title', { exact: true }).locator('..')).toContainText('*')
  const name = page.getByText('Internal name', { exact: true }).locator('..')
  await name.getByRole('button', { name: 'More information about Internal name' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Only you see this name. You can search by it.')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: 'More information about Internal name' }).hover()
  const tip = await page.getByRole('tooltip').boundingBox()
  expect(tip?.x).toBeGreaterThanOrEqual(0)
  expect((tip?.x ?? 0) + (tip?.width ?? 0)).toBeLessThanOrEqual(360)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('Internal name').fill('Spring sale')
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('Six weeks')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('of light')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type(' and water')
  await page.getByLabel('Picture').setInputFiles(await newPicture())
  await expect(page.getByRole('button', { name: 'Replace picture' })).toBeVisible()
  await page.getByLabel('Video').fill('https://youtu.be/dQw4w9WgXcQ')
  const currency = page.getByRole('combobox', { name: 'Currency' })
  await expect(currency).toHaveValue('USD $ · US Dollar')
  await currency.click()
  const choices = page.getByRole('listbox', { name: 'Choices' }).getByRole('option')
  await expect(choices.first()).toHaveText('USD $ · US Dollar')
  expect(await choices.count()).toBeGreaterThan(100)
  await currency.fill('swiss')
  await page.keyboard.press('Enter')
  await expect(currency).toHaveValue(/^CHF /)
  await page.getByLabel('Amount').fill('30')
  await expect(page.getByRole('radio', { name: 'One Time' })).toBeChecked()
  await page.getByRole('radio', { name: 'Recurring' }).check()
  await expect(page.getByLabel('Billing interval')).toHaveValue('1')
  await expect(page.getByLabel('Billing period').locator('option')).toHaveText([
    'Daily',
    'Weekly',
    'Monthly',
    'Yearly',
  ])
  await expect(page.getByLabel('Billing period')).toHaveValue('Daily')
  await expect(page.getByLabel('Ends')).toHaveValue('open')
  await page.getByLabel('Billing interval').fill('2')
  await page.getByLabel('Billing period').selectOption('Monthly')
  await page.getByLabel('Ends').selectOption('ending after')
  await page.getByLabel('Cancel after').fill('6')
  await openSection(page, 'Tax')
  await page.getByRole('combobox', { name: 'Tax', exact: true }).selectOption(tax.id)
  await openSection(page, 'Appearance')
  await expect(page.getByLabel('Theme color', { exact: true })).toHaveValue('#7F1CCF')
  await expect(page.getByLabel('Button text color', { exact: true })).toHaveValue('#fff')
  await page.getByLabel('Theme color', { exact: true }).fill(' 0f6e84')
  await page.getByLabel('Button text', { exact: true }).fill('Join for')
  await openSection(page, 'After payment')
  await page.getByLabel('Success message').fill('See you on Monday')
  await expect(page.getByLabel('Redirect URL', { exact: true })).toBeDisabled()
  await page.getByRole('switch', { name: 'Use Terms link' }).check()
  await page.getByLabel('Terms link', { exact: true }).fill('https://example.com/terms')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create form' }).click()
  await expect(page.getByText('form created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/forms$/)

  await page.getByRole('link', { name: title, exact: true }).click()
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  for (const text of ['Spring sale', 'Ends automatically after 6 payments', 'See you on Monday', tax.title]) {
    await expect(main).toContainText(text)
  }

  const expectFilled = async () => {
    await expect(page.getByLabel('Internal name')).toHaveValue('Spring sale')
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveText('Six weeksof light and water')
    await expect(description.locator('strong')).toHaveText('of light')
    await expect(page.getByRole('button', { name: 'Replace picture' })).toBeVisible()
    await expect(page.getByLabel('Video')).toHaveValue('https://youtu.be/dQw4w9WgXcQ')
    await expect(currency).toHaveValue(/^CHF /)
    await expect(page.getByRole('radio', { name: 'Recurring' })).toBeChecked()
    await expect(page.getByLabel('Billing interval')).toHaveValue('2')
    await expect(page.getByLabel('Billing period')).toHaveValue('Monthly')
    await expect(page.getByLabel('Cancel after')).toHaveValue('6')
    await expect(page.getByRole('combobox', { name: 'Tax', exact: true })).toHaveValue(tax.id)
    await expect(page.getByLabel('Theme color', { exact: true })).toHaveValue('#0f6e84')
    await expect(page.getByLabel('Button text', { exact: true })).toHaveValue('Join for')
    await expect(page.getByLabel('Success message')).toHaveValue('See you on Monday')
    await expect(page.getByLabel('Terms link', { exact: true })).toHaveValue('https://example.com/terms')
  }
  const id = /[0-9a-f-]{36}$/.exec(page.url())?.[0] ?? ''
  await main.getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(`/forms/edit/${id}`)
  await expectFilled()
  await page.getByLabel('Amount').fill('33')
  await page.getByRole('navigation').getByRole('link', { name: 'Taxes' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Stay' }).click()
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Save changes' }).click()
  expect((await sent).postDataJSON()).toEqual({ isDetailUpdate: false, amount: 33, currency: 'chf' })
  await expect(page.getByText('form updated successfully')).toBeVisible()

  await page.goto(`/forms/duplicate/${id}`)
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByLabel('Amount')).toHaveValue('33')
  await expectFilled()
  await page.getByLabel('Title').fill(`Copy of ${title}`)
  await page.getByRole('button', { name: 'Create form' }).click()
  await expect(page).toHaveURL(/\/forms$/)
  await expect(page.getByRole('link', { name: `Copy of ${title}`, exact: true })).toBeVisible()
  await page.goto(`/payment/${id}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Join for CHF\s36\.30 today$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /terms/i })).toHaveAttribute(
    'href',
    'https://example.com/terms',
  )
})

test('G2 J4 J8: an invalid form shows an error next to each field, including those from the server @desktop', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (409|422|500)/)
  await page.goto('/forms/create')
  const save = page.getByRole('button', { name: 'Create form' })
  await expect(page.getByRole('heading', { name: 'Order bumps' })).toBeVisible()
  await expect(page.getByText(/to check$|to look at$/)).toHaveCount(0)
  await page.getByRole('radio', { name: 'Recurring' }).check()
  await page.getByLabel('Billing interval').fill('0')
  await page.getByLabel('Ends').selectOption('ending after')
  await page.getByLabel('Cancel after').fill('-1')
  await page.getByLabel('Amount').fill('-1')
  await save.click()
  await expect(page.getByText('Enter at least 10 characters')).toHaveCSS('color', 'rgb(187, 30, 56)')
  await expect(page.getByText('This field is required')).toHaveCount(1)
  await expect(page.getByText('select an image or enter a video url')).toBeVisible()
  await expect(page.getByText('Enter 1 or more', { exact: true })).toBeVisible()
  await expect(page.getByText('Enter 0 or more', { exact: true })).toBeVisible()
  await expect(page.getByText('amount must be positive value')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Video').fill('https://example.com/video')
  await expect(page.getByText('This is not a valid youtube url')).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Title').fill('Long enough a title')
  await page.getByLabel('Description').fill('Six weeks')
  await page.getByLabel('Video').fill('https://youtu.be/dQw4w9WgXcQ')
  await page.getByLabel('Amount').fill('1,500')
  await page.getByLabel('Billing interval').fill('5000')
  await page.getByLabel('Cancel after').fill('')
  await save.click()
  await expect(page.getByLabel('Amount')).toHaveValue('1,500.00')
  await expect(page.getByLabel('Billing interval')).toBeFocused()
  // Hidden fields have no errors and are not checked.
  await page.getByRole('radio', { name: 'One Time' }).check()
  let answer: object = {
    status: 409,
    json: { code: 'closed', message: 'The shop is closed today', requestId: '' },
  }
  await page.route('**/api/forms', (route) => route.fulfill(answer))
  await save.click()
  await expect(page.getByText('The shop is closed today')).toBeVisible()
  answer = { status: 500, body: '' }
  await save.click()
  await expect(page.getByText('Something went wrong when creating form')).toBeVisible()
})

test('A13 E5 E16 G5: a timer shows its errors and keeps its title, time, zone, price and link @desktop', async ({
  page,
}) => {
  const form = await create(page, '/forms', newForm())
  await page.goto(`/forms/details/${form.id}`)
  await expect(page).toHaveTitle(`Timers of ${form.title} · Tillform`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add timer' }).click()
  await expect(dialog.getByLabel('Timezone').locator('option')).toHaveText(zones)
  await dialog.getByLabel('New price').fill('-1')
  await dialog.getByLabel('Redirect URL').fill('nonsense')
  await dialog.getByRole('button', { name: 'Add timer' }).click()
  await expect(dialog.getByText('This field is required')).toHaveCount(2)
  await expect(dialog.getByText('amount must be positive value')).toBeVisible()
  await expect(dialog.getByText('Enter a valid URL')).toBeVisible()
  await expectAccessible(page)

  await dialog.getByLabel('Title').fill('Early bird')
  await dialog.getByLabel('Ends at').fill('2020-01-01T12:00')
  await expect(
    dialog.getByText('This is in the past, so the timer takes effect when you save it.'),
  ).toBeVisible()
  await dialog.getByLabel('Ends at').fill('2038-01-01T12:00')
  await dialog.getByLabel('Timezone').selectOption('Honolulu')
  await dialog.getByLabel('Redirect URL').fill('')
  await dialog.getByLabel('New price').fill('0.10')
  await dialog.getByRole('button', { name: 'Add timer' }).click()
  await expect(dialog.getByText('The amount is below the minimum card payment of $0.50')).toBeVisible()
  await expect(dialog.getByLabel('New price')).toBeFocused()
  await dialog.getByLabel('New price').fill('')
  await dialog.getByLabel('Redirect URL').fill('https://example.com/late')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Add timer' }).click()
  expect((await sent).postDataJSON()).toEqual({
    isDetailUpdate: true,
    timers: [
      {
        title: 'Early bird',
        timestamp: Date.UTC(2038, 0, 1, 22),
        timezone: 'Pacific/Honolulu',
        amount: 0,
        redirectUrl: 'https://example.com/late',
      },
    ],
  })
  await expect(dialog).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Edit Early bird' }).click()
  await expect(dialog.getByLabel('Ends at')).toHaveValue('2038-01-01T12:00')
  await expect(dialog.getByLabel('Timezone')).toHaveValue('Pacific/Honolulu')
  await expect(dialog.getByLabel('New price')).toHaveValue('')
  await expect(dialog.getByLabel('Redirect URL')).toHaveValue('https://example.com/late')
})

test('two people can change a form’s timers without overwriting each other @desktop', async ({
  page,
  product,
}) => {
  const timer = (title: string, day: number) => ({ title, timestamp: Date.UTC(2038, 0, day), amount: 9 })
  const [first, second, theirs] = [timer('First', 1), timer('Second', 2), timer('Theirs', 3)]
  const { create: make, change } = await openShop(product)
  const form = await make('/forms', newForm({ timers: [first, second] }))
  const giveTheirs = () => change(`/forms/${form}`, { isDetailUpdate: true, timers: [first, second, theirs] })
  const edits = page.getByRole('button', { name: /^Edit (?:First|Second|Theirs)$/ })

  await page.goto(`/forms/edit/${form}`)
  await page.getByRole('button', { name: 'Delete Second' }).click()
  await giveTheirs()
  await page.getByRole('button', { name: 'Save changes' }).first().click()
  await expect(page.getByText('Form updated successfully')).toBeVisible()
  await expect(edits).toHaveCount(2)
  await page.goto(`/forms/details/${form}`)
  await expect(edits).toHaveCount(2)
  await expect(edits.nth(1)).toHaveAccessibleName('Edit Theirs')

  await change(`/forms/${form}`, { isDetailUpdate: true, timers: [first] })
  await page.reload()
  await expect(edits).toHaveCount(1)
  await giveTheirs()
  await page.getByRole('button', { name: 'Delete First' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(edits).toHaveCount(2)
  await page.reload()
  await expect(edits.nth(0)).toHaveAccessibleName('Edit Second')
  await expect(edits.nth(1)).toHaveAccessibleName('Edit Theirs')
})

test('a form’s card shows its actions, shortens long texts and copies the link @desktop', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const title = `${newForm().title} ${'with a long name '.repeat(3)}`.trim()
  const description = 'Light and water. '.repeat(12).trim()
  const form = await create(page, '/forms', newForm({ title, description }))
  await page.goto(`/forms?q=${form.title}`)
  const card = page.getByRole('main').getByRole('listitem').first()
  await expect(card.getByRole('heading')).toHaveText(`${title.slice(0, 50).trimEnd()}…`)
  await expect(card.getByText('Light and water').last()).toHaveText(`${description.slice(0, 150).trimEnd()}…`)
  await expect(card.getByRole('link', { name: /^Edit / })).toHaveAttribute('href', `/forms/edit/${form.id}`)
  for (const [name, path] of [
    ['Timers', 'details'],
    ['Duplicate', 'duplicate'],
  ] as const) {
    await chooseAction(page, name)
    await expect(page).toHaveURL(`/forms/${path}/${form.id}`)
    await page.goBack()
  }
  const copy = card.getByRole('button', { name: 'Copy link' })
  await copy.click()
  const toast = page.getByText('Link Copied to your clipboard!')
  await expect(toast).toBeVisible()
  const toaster = page.locator('[data-sonner-toaster]')
  await expect(toaster).toHaveAttribute('data-y-position', 'top')
  await expect(toaster).toHaveAttribute('data-x-position', 'right')
  await page.mouse.move(0, 700)
  await expect(toast).toBeHidden({ timeout: 3_500 })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    new URL(`/payment/${form.id}`, page.url()).href,
  )
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await copy.click()
  await expect(page.getByText('Faild to copy Linkto your clipboard!')).toBeVisible()
  await chooseAction(page, 'Delete')
  await expect(page.getByRole('alertdialog')).toContainText(
    `Are you sure you want to delete ${title}. This action cannot be undone..`,
  )
  await expect(page.getByRole('alertdialog')).toContainText('Active subscriptions keep renewing')
})

test('a seller is asked before overwriting a field that changed in another tab @desktop', async ({
  page,
}) => {
  const form = await create(page, '/forms', newForm())
  await page.goto(`/forms/edit/${form.id}`)
  await expect(page).toHaveTitle(`Edit ${form.title} · Tillform`)
  await page.getByLabel('Title').fill('Watercolor for all of us')
  const token = (await page.evaluate(() => localStorage.getItem('sessionToken'))) ?? ''
  const headers = { authorization: `Bearer ${token}` }
  const data = { title: 'Watercolor at home', buttonText: 'Join', isDetailUpdate: false }
  expect((await page.request.patch(`/api/forms/${form.id}`, { headers, data })).status()).toBe(200)
  const save = page.getByRole('button', { name: 'Save changes' })
  const question = page.getByRole('alertdialog', { name: 'This was also changed elsewhere' })

  await save.click()
  await expect(question).toContainText('Watercolor at home')
  await expect(question).toContainText('Watercolor for all of us')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByText('Nothing was saved. What you typed is still here.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Watercolor for all of us')

  await save.click()
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('form updated successfully')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Watercolor for all of us')
  await expect(page.getByLabel('Button text', { exact: true })).toHaveValue('Join')
})
