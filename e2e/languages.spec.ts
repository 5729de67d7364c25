// A buyer switches the payment page's language at the foot of the page, keeps everything they typed, and buys in that
// language.
import { newForm, newProduct } from './seller.ts'
import { fillBuyer, newBuyer, openShop } from './shop.ts'
import { expect, fillCard, test } from './test.ts'

test('switching the language keeps what was typed and chosen, and the purchase page uses that language @desktop', async ({
  page,
  product,
}) => {
  const { create } = await openShop(product)
  const bump = newProduct({ amount: 9 })
  const prices = [{ label: 'In three parts', amount: 20, state: 'listed' }]
  const bumps = [await create('/bumps', bump)]
  const form = await create('/forms', newForm({ amount: 49, priceLabel: 'At once', prices, bumps }))
  const email = newBuyer()
  await page.goto(`/payment/${form}?utm_source=letter`)
  await page.getByRole('radio', { name: /In three parts/ }).check()
  await page.getByRole('checkbox', { name: bump.title }).check()
  await fillBuyer(page, email)
  await page.locator('#languages summary').click()
  await page.getByRole('link', { name: 'Deutsch' }).click()

  await expect(page).toHaveURL(/\?utm_source=letter&lang=de/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.locator('h1')).toHaveAttribute('lang', 'en')
  await expect(page.locator('#email')).toHaveValue(email)
  await expect(page.getByRole('radio', { name: /In three parts/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: bump.title })).toBeChecked()
  const pay = page.locator('button[type="submit"]')
  await expect(pay).toContainText(/29[.,]00/)

  await fillCard(page, '4242424242424242')
  await pay.click()
  await page.locator('a[href^="/purchases/"]').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
})

test('a typed price, the quantity and a code stay the same in another language @desktop', async ({
  page,
  product,
}) => {
  const { create } = await openShop(product)
  const code = `LINGUA${Date.now()}`
  await create('/coupons', { title: 'Half', code, kind: 'percent', percentage: 50 })
  const many = { quantityMin: 1, quantityMax: 9, quantityLabel: 'Seats' }
  const form = await create('/forms', newForm({ amount: 5, isOpen: true, ...many }))
  await page.goto(`/payment/${form}?lang=de&coupon=${code}`)
  const [amount, pay] = [page.locator('#amount'), page.locator('button[type="submit"]')]
  await amount.fill('1.234,50')
  await page.locator('#quantity').fill('2')
  await page.locator('#quantity').press('Tab')
  await expect(pay).toContainText('1.234,50')
  await page.locator('#languages summary').click()
  await page.getByRole('link', { name: 'English' }).click()

  await expect(amount).toHaveValue('1234.50')
  await expect(page.locator('#quantity')).toHaveValue('2')
  await expect(page.getByText(`${code} applied`).first()).toBeVisible()
  await expect(pay).toContainText('$1,234.50')
})

test('a trial’s consent from a page in Arabic is accepted word for word @desktop', async ({
  page,
  product,
}) => {
  const { create } = await openShop(product)
  const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays: 7, trialAmount: 1 }
  const form = await create('/forms', newForm({ amount: 20, ...monthly }))
  await page.goto(`/payment/${form}?lang=ar`)
  await page.locator('#email').fill(newBuyer())
  await page.locator('input[autocomplete=name]').fill('Bea Novak')
  await page.locator('input[name=consent]').check()
  await fillCard(page, '4242424242424242')
  await page.locator('button[type="submit"]').click()

  await expect(page.locator('a[href^="/purchases/"]').first()).toBeVisible()
})
