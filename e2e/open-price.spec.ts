// On a form with a pay-what-you-want price, the buyer's amount is checked in its field and charged as shown.
import { newForm } from './seller.ts'
import { chargesOf, fillBuyer, newBuyer, openShop } from './shop.ts'
import { expect, expectAccessible, fillCard, test } from './test.ts'

test('a buyer chooses their price by keyboard or button and pays the amount on the pay button', async ({
  page,
  product,
}) => {
  const { create } = await openShop(product)
  const open = { amount: 5, isOpen: true, suggestedAmount: 15, presetAmounts: [10, 25] }
  const form = await create('/forms', newForm(open))
  const email = newBuyer()
  await page.goto(`/payment/${form}`)
  const field = page.getByRole('textbox', { name: 'Your price' })
  const pay = page.getByRole('button', { name: /^Pay / })
  await expect(field).toHaveValue('15')
  await expect(pay).toHaveText('Pay $15.00')
  await fillBuyer(page, email)
  await fillCard(page, '4242424242424242')

  await field.fill('$1.500')
  await field.press('Enter')
  const asked = 'This could be two amounts. Enter 1500 or 1.50'
  await expect(field).toHaveAccessibleDescription(`$5.00 or more ${asked}`)
  await expectAccessible(page)
  const button = page.getByRole('button', { name: 'Pay', exact: true })
  await expect(button).toHaveText('Pay')
  await expect(page.getByText('Total')).toBeHidden()
  await button.click()
  await expect(field).toBeFocused()
  const wallet = page
    .frameLocator('iframe[title="Secure express checkout frame"]')
    .getByRole('button', { name: 'Sandbox Pay' })
  await wallet.click()
  await expect(field).toBeFocused()
  await expect(page.locator('iframe[title="Pay with Sandbox Pay"]')).toHaveCount(0)

  await field.fill('4.99')
  await field.press('Tab')
  await expect(page.getByText('The minimum is $5.00.')).toBeVisible()
  await button.press('Enter')
  await expect(field).toBeFocused()

  const preset = page.getByRole('button', { name: '$25.00', exact: true })
  await preset.press('Enter')
  await expect(preset).toHaveAttribute('aria-pressed', 'true')
  await expect(field).toHaveValue('25')
  await expect(pay).toHaveText('Pay $25.00')

  await expect(page.getByText('Total')).toBeVisible()

  for (const typed of ['12,50', '$12.50', '12.50 USD', '١٢٫٥٠', '１２．５０\u200b']) {
    await field.fill('4.99')
    await field.fill(typed)
    await expect(pay).toHaveText('Pay $12.50')
  }
  await field.fill('€12.50')
  await expect(button).toHaveText('Pay')
  await field.press('Tab')
  await expect(page.getByText('Enter the amount in USD, without “€”')).toBeVisible()
  await field.fill('$12.50')
  await expect(pay).toHaveText('Pay $12.50')
  await expect(preset).toHaveAttribute('aria-pressed', 'false')
  await pay.click()
  await expect(page.getByText('Form paid successfully')).toBeVisible()
  expect(await chargesOf(product, email)).toEqual(['1250 usd'])
})

test('with no minimum price, an empty field is free and an amount too small for cards is rejected @desktop', async ({
  page,
  product,
}) => {
  const { create } = await openShop(product)
  const form = await create('/forms', newForm({ amount: 0, isOpen: true }))
  const email = newBuyer()
  await page.goto(`/payment/${form}`)
  const field = page.getByRole('textbox', { name: 'Your price' })
  await field.fill('0.2')
  await field.press('Enter')
  await expect(page.getByText('The minimum card payment is $0.50. Enter 0 to pay nothing.')).toBeVisible()
  await field.fill('')
  await fillBuyer(page, email)
  await page.getByRole('button', { name: 'Get it for free' }).press('Enter')
  await expect(page.getByRole('link', { name: 'View your purchase' })).toBeVisible()
  expect(await chargesOf(product, email)).toEqual([])
})
