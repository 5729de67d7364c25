// A purchase's price from the page to the charge, in currencies with two, zero and three decimals.
import type { Page } from '@playwright/test'
import { newForm, newProduct } from './seller.ts'
import { chargesOf, fillBuyer, newBuyer, openShop } from './shop.ts'
import { expect, expectAccessible, fillCard, test } from './test.ts'

const purchases = [
  {
    currency: 'usd',
    amount: 49,
    bump: 19.9,
    tax: { percentage: 8.25, inclusive: false },
    alone: '$53.04',
    rows: ['$49.00', '$19.90', '$5.68', '$74.58'],
    charge: '7458 usd',
  },
  {
    currency: 'jpy',
    amount: 4900,
    bump: 1990,
    tax: { percentage: 10, inclusive: true },
    alone: '¥4,900',
    rows: ['¥4,900', '¥1,990', '¥626', '¥6,890'],
    charge: '6890 jpy',
  },
  {
    currency: 'kwd',
    amount: 12.34,
    bump: 1.5,
    tax: { percentage: 5, inclusive: false },
    alone: 'KD 12.960',
    rows: ['KD 12.340', 'KD 1.500', 'KD 0.700', 'KD 14.540'],
    charge: '14540 kwd',
  },
  {
    currency: 'huf',
    amount: 4990,
    bump: 1500.5,
    tax: { percentage: 27, inclusive: false },
    alone: 'Ft 6,337.30',
    rows: ['Ft 4,990.00', 'Ft 1,500.50', 'Ft 1,752.44', 'Ft 8,242.94'],
    charge: '824294 huf',
  },
] as const

for (const { currency, amount, bump, tax, alone, rows, charge } of purchases) {
  test(`a bump and a tax in ${currency} are the same on the page, button, charge and receipt @desktop`, async ({
    page,
    product,
  }) => {
    const { create } = await openShop(product)
    const workbook = newProduct({ amount: bump, currency })
    const taxId = await create('/taxes', { title: `Tax in ${currency}`, ...tax })
    const bumps = [await create('/bumps', workbook)]
    const form = await create('/forms', newForm({ amount, currency, bumps, taxId }))
    const email = newBuyer()

    await page.route('**/pictures/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    )
    await page.goto(`/payment/${form}`)
    const choice = page.getByRole('checkbox', { name: workbook.title })
    await expect(choice).not.toBeChecked()
    await expect(page.getByRole('button', { name: `Pay ${alone}` })).toBeVisible()

    await choice.focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('definition')).toHaveText(rows)
    const total = rows[3]
    const pay = page.getByRole('button', { name: `Pay ${total}` })
    await fillBuyer(page, email)
    await fillCard(page, '4242424242424242')
    await expectAccessible(page)
    await pay.focus()
    await page.keyboard.press('Enter')

    await expect(page.getByText('Form paid successfully')).toBeVisible()
    expect(await chargesOf(product, email)).toEqual([charge])
    await expectReceipted(page, workbook.title, total)
  })
}

/** The purchase page has the same lines and total. */
async function expectReceipted(page: Page, bump: string, total: string): Promise<void> {
  await page.getByRole('link', { name: 'View your purchase' }).click()
  await expect(page.getByText(bump).first()).toBeVisible()
  await expect(page.getByText(total).first()).toBeVisible()
}

test('the mouse wheel scrolls the page without changing the quantity @desktop', async ({ page, product }) => {
  const { create } = await openShop(product)
  const form = await create('/forms', newForm({ quantityMin: 1, quantityMax: 9 }))
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(`/payment/${form}`)
  const quantity = page.getByRole('textbox', { name: 'Quantity' })
  await quantity.fill('3')
  await quantity.hover()
  await page.mouse.wheel(0, 200)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await expect(quantity).toHaveValue('3')
  await expect(page.getByRole('button', { name: 'Pay $147.00' })).toBeVisible()
})

test('a buyer receives a free form without entering a card @desktop', async ({ page, product }) => {
  const { create } = await openShop(product)
  const form = await create('/forms', newForm({ amount: 0 }))
  const email = newBuyer()

  await page.goto(`/payment/${form}`)
  await fillBuyer(page, email)
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.getByRole('button', { name: 'Get it for free' }).press('Enter')

  await expect(page.getByRole('link', { name: 'View your purchase' })).toBeVisible()
  expect(await chargesOf(product, email)).toEqual([])
})

test('a bump for one price leaves the order with that price, and the page says so @desktop', async ({
  page,
  product,
}) => {
  const { create, change } = await openShop(product)
  const workbook = newProduct({ amount: 19, currency: 'usd' })
  const bumps = [await create('/bumps', workbook)]
  const prices = [{ label: 'Team', amount: 99, priceType: 'OneTimePrice' }]
  const form = await create(
    '/forms',
    newForm({ amount: 49, currency: 'usd', priceLabel: 'Alone', prices, bumps }),
  )
  await page.goto(`/payment/${form}`)
  const team = page.getByRole('radio', { name: /Team/ })
  const teamId = await team.inputValue()
  await change(`/forms/${form}`, { isDetailUpdate: false, bumpRules: [{ id: bumps[0], priceIds: [teamId] }] })
  await page.goto(`/payment/${form}`)

  const choice = page.getByRole('checkbox', { name: workbook.title })
  await expect(page.getByRole('button', { name: 'Pay $49.00' })).toBeVisible()
  await expect(choice).toBeHidden()
  await team.check()
  await choice.check()
  await expect(page.getByRole('button', { name: 'Pay $118.00' })).toBeVisible()
  await page.getByRole('radio', { name: /Alone/ }).check()
  await expect(page.getByRole('status').filter({ hasText: workbook.title })).toHaveText(
    `Removed from your order: ${workbook.title}`,
  )
  await expect(choice).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pay $49.00' })).toBeVisible()
  await expectAccessible(page)
  await team.check()
  await expect(choice).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'Pay $99.00' })).toBeVisible()

  await choice.check()
  const email = newBuyer()
  await fillBuyer(page, email)
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay $118.00' }).click()
  await expect(page.getByText('Form paid successfully')).toBeVisible()
  expect(await chargesOf(product, email)).toEqual(['11800 usd'])
})
