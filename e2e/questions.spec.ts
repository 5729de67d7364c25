// A form's own questions: buyers answer them by keyboard, no answer gets lost, and the seller sees them.
import type { Page } from '@playwright/test'
import { press, tabTo, toggle, type, typeCard } from './keyboard.ts'
import { newForm, signIn } from './seller.ts'
import { newBuyer, openShop, send } from './shop.ts'
import { cardFrame, expect, expectAccessible, fillCard, test } from './test.ts'

const options = ['Small', 'Medium', 'Large']

const counts = {
  text: 4,
  long_text: 3,
  choice: 3,
  choices: 2,
  checkbox: 3,
  number: 2,
  date: 1,
  phone: 2,
} as const

/** Twenty questions of all kinds. */
const fields = Object.entries(counts)
  .flatMap(([kind, count]) => Array.from({ length: count }, () => kind))
  .map((kind, place) => ({
    slug: `q${place}`,
    kind,
    label: `Question ${String.fromCharCode(65 + place)}`,
    hint: place === 0 ? 'As on your ticket' : '',
    isRequired: place % 2 === 0,
    options,
    texts: { ar: { label: `سؤال ${place + 1}` } },
  }))

const answers: Readonly<Record<string, string>> = {
  text: 'Anna Lee',
  long_text: 'Two words',
  number: '7.5',
  date: '2026-12-24',
  phone: '+49 151 2345',
}

/** Answers every question by keyboard. */
async function answerAll(page: Page): Promise<void> {
  for (const { kind, label } of fields) {
    const name = new RegExp(`^${label}\\b`)
    if (kind === 'choice') {
      await tabTo(page, page.getByRole('combobox', { name }))
      await page.keyboard.type('Med')
    } else if (kind === 'choices') {
      const group = page.getByRole('group', { name })
      await toggle(page, group.getByRole('checkbox', { name: 'Small' }))
      await toggle(page, group.getByRole('checkbox', { name: 'Large' }))
    } else if (kind === 'checkbox') await toggle(page, page.getByRole('checkbox', { name }))
    else if (kind === 'date') {
      await tabTo(page, page.getByLabel(name))
      await page.keyboard.type('12242026')
    } else await type(page, page.getByRole('textbox', { name }), answers[kind] ?? '')
  }
}

async function expectAllAnswered(page: Page): Promise<void> {
  for (const { kind, label } of fields) {
    const name = new RegExp(`^${label}\\b`)
    if (kind === 'choice') await expect(page.getByRole('combobox', { name })).toHaveValue('Medium')
    else if (kind === 'choices') {
      const group = page.getByRole('group', { name })
      await expect(group.getByRole('checkbox', { checked: true })).toHaveCount(2)
      await expect(group.getByRole('checkbox', { name: 'Medium' })).not.toBeChecked()
    } else if (kind === 'checkbox') await expect(page.getByRole('checkbox', { name })).toBeChecked()
    else await expect(page.getByLabel(name)).toHaveValue(answers[kind] ?? '')
  }
}

test('@phone a buyer answers twenty questions by keyboard, and they survive a reload, a decline and the bank’s page', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 402/)
  const { create } = await openShop(product)
  const form = await create('/forms', newForm({ currency: 'eur', fields }))
  const email = newBuyer()
  const pay = page.getByRole('button', { name: /^Pay €49\.00/ })
  const first = page.getByRole('textbox', { name: 'Question A' })
  await page.goto(`/payment/${form}`)
  await type(page, page.getByRole('textbox', { name: 'Email' }), email)
  await type(page, page.getByRole('textbox', { name: 'Name' }), 'Bea Novak')
  await press(page, pay)
  await expect(first).toBeFocused()
  await expect(first).toHaveAccessibleDescription('This field is required As on your ticket')
  await expectAccessible(page)

  await type(page, first, '4242 4242 4242 4242')
  await press(page, pay)
  await expect(first).toHaveAccessibleDescription(/^This looks like a card number/)
  await answerAll(page)
  await page.reload()
  await expectAllAnswered(page)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)

  await typeCard(page, '4000000000000002')
  await press(page, pay)
  await expect(page.getByText('Your card was declined.').first()).toBeVisible()
  await expectAllAnswered(page)

  await cardFrame(page).getByRole('radio', { name: 'iDEAL' }).check()
  await press(page, pay)
  await page.getByRole('button', { name: 'Fail payment' }).click()
  await expect(page.getByText('Your bank did not complete the payment. You have not')).toBeVisible()
  await expectAllAnswered(page)

  await cardFrame(page).getByRole('radio', { name: 'iDEAL' }).check()
  await press(page, pay)
  await page.getByRole('button', { name: 'Authorize payment' }).click()
  await expect(page.getByText('Form paid successfully')).toBeAttached()

  await signIn(page, product)
  await page.goto(`/sales?q=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: 'Bea Novak' }).filter({ visible: true }).first().click()
  const shown = page.getByRole('region', { name: 'Answers' })
  await expect(shown.getByRole('term')).toHaveText(fields.map(({ label }) => label))
  await expect(shown).toContainText('Small, Large')
  await expect(shown).toContainText('+49 151 2345')
  await expectAccessible(page)
})

test('@phone a question added while the page is open is asked, and the buyer’s input stays', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/)
  const { create, change } = await openShop(product)
  const phone = { slug: 'phone', kind: 'phone', label: 'Phone' }
  const form = await create('/forms', newForm({ fields: [phone] }))
  await page.goto(`/payment/${form}`)
  await page.getByRole('textbox', { name: 'Email' }).fill(newBuyer())
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
  await page.getByRole('textbox', { name: 'Phone' }).fill('030 12345')
  await fillCard(page, '4242424242424242')
  const size = { slug: 'size', kind: 'choice', label: 'Size', options, isRequired: true }
  await change(`/forms/${form}`, { fields: [size, phone], isDetailUpdate: false })
  await page.getByRole('button', { name: 'Pay $49.00' }).click()

  const asked = page.getByRole('combobox', { name: 'Size' })
  await expect(asked).toBeFocused()
  await expect(asked).toHaveAccessibleDescription('This field is required')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('030 12345')
  await asked.selectOption('Large')
  await page.getByRole('button', { name: 'Pay $49.00' }).click()
  await expect(page.getByText('Form paid successfully')).toBeAttached()
})

test('@phone questions are right-to-left in Arabic', async ({ page, product }) => {
  const { create } = await openShop(product)
  const form = await create('/forms', newForm({ fields }))
  await page.goto(`/payment/${form}?lang=ar`)
  await expect(page.getByRole('textbox', { name: /^سؤال 1\b/ })).toBeVisible()
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  await expectAccessible(page)
})

test('@desktop a seller adds questions, reorders them by keyboard, and sees them in the preview', async ({
  page,
  product,
}) => {
  const { create } = await openShop(product)
  const form = await create('/forms', newForm())
  await signIn(page, product)
  await page.goto(`/forms/edit/${form}`)
  const editor = page.getByRole('form', { name: 'Form editor' })
  const dialog = page.getByRole('dialog')
  await press(page, editor.getByRole('button', { name: 'Questions', exact: true }))
  for (const label of ['T-shirt size', 'Phone']) {
    await press(page, editor.getByRole('button', { name: 'Add question' }))
    await dialog.getByRole('textbox', { name: 'Question' }).fill(label)
    if (label === 'T-shirt size') {
      await dialog.getByRole('combobox', { name: 'Answer' }).selectOption('One choice')
      await press(page, dialog.getByRole('button', { name: 'Add question' }))
      const lines = dialog.getByRole('textbox', { name: 'Options' })
      await expect(lines).toBeFocused()
      await expect(lines).toHaveAccessibleDescription(/Enter at least one option/)
      await lines.fill('Small\nLarge')
    }
    await press(page, dialog.getByRole('button', { name: 'Add question' }))
    await expect(dialog).toBeHidden()
  }
  await press(page, editor.getByRole('button', { name: 'Move Phone up' }))
  await expect(editor.getByRole('button', { name: 'Move Phone down' })).toBeFocused()
  const preview = page.frameLocator('iframe[title*="review"]')
  await expect(preview.getByRole('combobox', { name: 'T-shirt size' })).toBeVisible()
  await press(page, editor.getByRole('button', { name: /^Save/ }))
  await expect(page.getByText('Form updated successfully')).toBeVisible()

  await page.goto(`/payment/${form}`)
  await expect(page.locator('form label')).toHaveText(['Email', 'Name', /^Phone/, /^T-shirt size/])
})

test('@phone a business buyer enters a country and a company before paying and finds them on the invoice', async ({
  page,
  product,
}) => {
  const { create, token } = await openShop(product)
  const save = (path: string, body: object) => send(product, ['PATCH', path], body, token)
  await save('/seller/invoice-details', { country: 'CZ', taxNumber: 'CZ12345678' })
  await save('/tax-regions', {
    regions: [{ country: 'AT', title: 'USt.', percentage: 20, inclusive: true }],
  })
  const taxed = { taxMode: 'by_country', asksFor: 'address', sellsToBusinesses: true }
  const form = await create('/forms', newForm(taxed))
  await page.goto(`/payment/${form}`)
  const country = page.getByRole('combobox', { name: 'Country' })
  const company = page.getByRole('textbox', { name: 'Company' })
  const pay = page.getByRole('button', { name: 'Pay $49.00' })
  await type(page, page.getByRole('textbox', { name: 'Email' }), newBuyer())
  await type(page, page.getByRole('textbox', { name: 'Name', exact: true }), 'Bea Novak')
  await expect(company).toBeHidden()
  await press(page, pay)
  await expect(country).toBeFocused()
  await expect(country).toHaveAccessibleDescription('This field is required')
  await page.keyboard.type('Austria')
  await type(page, page.getByRole('textbox', { name: 'Address', exact: true }), 'Ring 1')
  await type(page, page.getByRole('textbox', { name: 'City' }), 'Wien')
  await toggle(page, page.getByRole('checkbox', { name: 'I am buying for a business' }))
  await typeCard(page, '4242424242424242')
  await press(page, pay)
  await expect(company).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.insertText('Novak GmbH')
  // The register never responds for this number, but confirms the next one.
  const number = page.getByRole('textbox', { name: /^Tax number/ })
  await type(page, number, 'ATU12345674')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Your number is not confirmed yet. You pay the tax now')).toBeVisible()
  await expect(pay).toBeVisible()
  const consents = page.getByRole('group', { name: 'When should the service begin?' })
  await expect(consents).toBeVisible()
  await number.fill('')
  await type(page, number, 'ATU12345671')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Reverse charge: the buyer accounts for the VAT.').first()).toBeVisible()
  await expect(consents).toBeHidden()
  await expectAccessible(page)
  await press(page, page.getByRole('button', { name: 'Pay $40.83' }))
  await expect(page.getByText('Form paid successfully')).toBeAttached()
  await page.getByRole('link', { name: 'View your purchase' }).click()
  await expect(page.getByRole('region', { name: 'Invoice details' })).toContainText(
    'Novak GmbHRing 1WienAustriaTax number ATU12345671',
  )
  // Removes the shop's country, because it would make the page ask the next test's buyers for consent.
  await save('/seller/invoice-details', { country: null, taxNumber: null })
  await save('/tax-regions', { regions: [] })
})

test('@phone a US buyer sees the sales tax that Stripe Tax calculates for their postal code, and pays it', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/)
  const { create } = await openShop(product)
  const form = await create('/forms', newForm({ taxMode: 'provider' }))
  await page.goto(`/payment/${form}`)
  const country = page.getByRole('combobox', { name: 'Country' })
  const postalCode = page.getByRole('textbox', { name: 'Postal code' })
  const pay = (amount: string) => page.getByRole('button', { name: `Pay ${amount}`, exact: true })
  await page.getByRole('textbox', { name: 'Email' }).fill(newBuyer())
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bea Novak')
  await country.selectOption('Austria')
  await expect(pay('$58.80')).toBeVisible()
  await expect(postalCode).toBeHidden()
  await country.selectOption('United States')
  await expect(pay('$49.00')).toBeVisible()
  // Without a tax, the page is as it was when it opened, and the product's details stay.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await postalCode.fill('00012')
  await postalCode.blur()
  await expect(postalCode).toHaveAccessibleDescription('There is no such postal code in this country')
  await expectAccessible(page)
  await postalCode.fill('10001')
  await fillCard(page, '4242424242424242')
  await expect(async () => {
    // A click does not count right after the price has changed.
    const sent = page.waitForRequest('**/stripe/pay-form', { timeout: 5_000 })
    await pay('$53.35').click()
    await sent
  }).toPass()
  await expect(page.getByText('Form paid successfully')).toBeAttached()
  await page.getByRole('link', { name: 'View your purchase' }).click()
  await expect(page.getByRole('main')).toContainText('Sales Tax 8.875%$4.35')
})

test('@phone a wallet’s country is used instead of being asked for again', async ({ page, product }) => {
  const { create } = await openShop(product)
  const form = await create('/forms', newForm({ asksFor: 'country' }))
  const email = newBuyer()
  await page.goto(`/payment/${form}`)
  const wallet = page.frameLocator('iframe[title="Secure express checkout frame"]').getByRole('button')
  const sheet = page.frameLocator('iframe[title="Pay with Sandbox Pay"]')
  await expect(async () => {
    await wallet.press('Enter')
    await expect(sheet.getByLabel('Email')).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await sheet.getByLabel('Name').fill('Bea Novak')
  await sheet.getByLabel('Email').fill(email)
  await sheet.getByRole('button', { name: 'Pay 49.00 USD' }).press('Enter')
  await expect(page.getByText('Form paid successfully')).toBeAttached()
  await page.getByRole('link', { name: 'View your purchase' }).click()
  await expect(page.getByRole('region', { name: 'Invoice details' })).toContainText('United States')
})
