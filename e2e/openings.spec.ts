// A trial, a set-up fee, a quantity and a stock limit, from the form editor to the purchase.
import { create, newForm, signIn } from './seller.ts'
import { fillBuyer, newBuyer } from './shop.ts'
import { expect, fillCard, test } from './test.ts'

test('a buyer purchases with the trial, set-up fee, quantity and stock the seller chose @desktop', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const monthly = {
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
    amount: 24,
    trialDays: 7,
    trialAmount: 1,
  }
  const { id } = await create(page, '/forms', newForm(monthly))
  await page.goto(`/forms/edit/${id}`)
  const days = page.getByLabel('Trial days')
  await days.fill('')
  await expect(days).toBeVisible()
  await days.fill('14')
  await page.getByRole('switch', { name: 'Set-up fee' }).check()
  await page.getByLabel('Fee amount').fill('30')
  await page.getByRole('switch', { name: 'Let buyers choose a quantity' }).check()
  await page.getByLabel('Maximum quantity').fill('3')
  const limited = page.getByRole('switch', { name: 'Limit quantity' })
  await limited.check()
  const limit = page.getByLabel('Quantity available')
  await limit.fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(limit).toBeFocused()
  await expect(limit).toHaveAttribute('aria-invalid', 'true')
  await limit.fill('4')
  await limited.uncheck()
  await limited.check()
  await expect(limit).toHaveValue('4')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('form updated successfully')).toBeVisible()

  const script = page.waitForResponse(/\/payment-opening-.*\.js$/)
  await page.goto(`/payment/${id}`)
  expect((await script).status()).toBe(200)
  await page.getByRole('textbox', { name: 'Quantity' }).fill('3')
  await fillBuyer(page, newBuyer())
  await fillCard(page, '4242424242424242')
  for (const consent of await page.getByRole('checkbox').all()) await consent.check()
  await page.locator('button[type=submit]').click()
  await expect(page.getByText('Form paid successfully').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('$31.00')
})
