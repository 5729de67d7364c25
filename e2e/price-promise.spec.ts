// A price rises while a payment page is open. Buyers never pay more than they were shown.
import type { Page } from '@playwright/test'
import { agree } from './agree.ts'
import type { Product } from './product.ts'
import { newForm } from './seller.ts'
import { chargesOf, fillBuyer, newBuyer, openShop } from './shop.ts'
import { expect, expectAccessible, fillCard, test } from './test.ts'

const pay = (page: Page, price: string) => page.getByRole('button', { name: `Pay ${price}` })

/** Fills in a form at $49, which rises to $59 within seconds without a grace period. Returns the buyer's email. */
async function fillBeforeDeadline(page: Page, product: Product): Promise<string> {
  const { create } = await openShop(product)
  const timers = [{ title: 'Early bird', timestamp: Date.now() + 8_000, amount: 59 }]
  const form = await create('/forms', newForm({ priceGracePeriod: 0, timers }))
  const email = newBuyer()

  await page.goto(`/payment/${form}`)
  await fillBuyer(page, email)
  await fillCard(page, '4242424242424242')
  await expect(pay(page, '$49.00')).toBeVisible()
  return email
}

test('after the grace period, the new price is charged only if the buyer agrees @desktop', async ({
  page,
  product,
}) => {
  const email = await fillBeforeDeadline(page, product)
  await expect(pay(page, '$59.00')).toBeVisible()
  await expect(page.getByText(/held for you/)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await expectAccessible(page)

  await agree(pay(page, '$59.00'), page.getByText('Form paid successfully'))
  expect(await chargesOf(product, email)).toEqual(['5900 usd'])
})

// Proves server-price.
test('a click at the moment the price rises does not accept an unread price @desktop @react', async ({
  page,
  product,
}) => {
  const email = await fillBeforeDeadline(page, product)
  await pay(page, '$49.00').evaluate((button) => {
    const press = new MutationObserver(() => {
      if (!button.textContent.includes('59') || !(button instanceof HTMLElement)) return
      press.disconnect()
      button.click()
      let presses = 1
      const held = setInterval(() => {
        button.click()
        presses += 1
        if (presses < 6) return
        clearInterval(held)
        button.dataset['pressed'] = 'yes'
      }, 300)
    })
    press.observe(button, { subtree: true, childList: true, characterData: true })
  })
  await expect(pay(page, '$59.00')).toHaveAttribute('data-pressed', 'yes')
  await expect(pay(page, '$59.00')).not.toHaveAttribute('aria-busy', 'true')
  expect(await chargesOf(product, email)).toEqual([])

  await agree(pay(page, '$59.00'), page.getByText('Form paid successfully'))
  expect(await chargesOf(product, email)).toEqual(['5900 usd'])
})

test('even a double click does not accept a raised price or a deadline that the buyer has not seen @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const { create, change } = await openShop(product)
  const form = await create('/forms', newForm())
  const email = newBuyer()

  await page.goto(`/payment/${form}`)
  await fillBuyer(page, email)
  await fillCard(page, '4242424242424242')
  const timers = [{ title: 'Early bird', timestamp: Date.now() + 3_600_000, amount: 69 }]
  await change(`/forms/${form}`, { amount: 59, timers, isDetailUpdate: false })
  await pay(page, '$49.00').press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  // This imitates a double click's second click or a held key.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('timer')).toHaveText(/^(?:01:00:00|00:59:\d\d)$/)
  await expect(pay(page, '$59.00')).toBeVisible()
  await expectAccessible(page)
  expect(await chargesOf(product, email)).toEqual([])
  await agree(pay(page, '$59.00'), page.getByText('Form paid successfully'))
  expect(await chargesOf(product, email)).toEqual(['5900 usd'])
})

test('a buyer who chooses prices with the arrow keys keeps the focus when a price changes @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const { create, change } = await openShop(product)
  const plan = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', cancelAfter: 3 }
  const prices = [{ label: 'In three', amount: 17, ...plan }]
  const form = await create('/forms', newForm({ priceLabel: 'At once', prices }))
  const email = newBuyer()
  const choice = page.getByRole('group', { name: 'Choose a price' })
  const atOnce = choice.getByRole('radio', { name: /^At once/ })

  await page.goto(`/payment/${form}`)
  await fillBuyer(page, email)
  await fillCard(page, '4242424242424242')
  await atOnce.focus()
  await page.keyboard.press('ArrowDown')
  await expect(choice.getByRole('radio', { name: /^In three/ })).toBeFocused()
  await expect(pay(page, '$17.00 today')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(pay(page, '$49.00')).toBeVisible()
  await change(`/forms/${form}`, { amount: 59, isDetailUpdate: false })
  await page.keyboard.press('Enter')

  await expect(pay(page, '$59.00')).toBeVisible()
  await expect(atOnce).toBeChecked()
  await expect(atOnce).toBeFocused()
  expect(await chargesOf(product, email)).toEqual([])
})
