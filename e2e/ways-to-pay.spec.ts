// Buyers pay in a wallet's window or on a bank's page.
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { chargesOf, newBuyer, openShop } from './shop.ts'
import { newForm, newProduct } from './seller.ts'
import { cardFrame, expect, expectAccessible, test } from './test.ts'
import type { Product } from './product.ts'

const wallet = (page: Page | Locator) =>
  page.frameLocator('iframe[title="Secure express checkout frame"]').getByRole('button')
const sheet = (page: Page) => page.frameLocator('iframe[title="Pay with Sandbox Pay"]')

/**
 * Stripe does not open the wallet if a busy page handles the click after more than a second, so this clicks again as
 * a buyer would.
 */
async function openSheet(page: Page): Promise<void> {
  await expect(async () => {
    await wallet(page).press('Enter')
    await expect(sheet(page).getByLabel('Email')).toBeVisible({ timeout: 3_000 })
  }).toPass()
}

/** Makes a euro form with an extra, for bank payments, with or without an offer after it. */
async function sell(product: Product, currency: 'usd' | 'eur', hasOffer = false, more: object = {}) {
  const { create } = await openShop(product)
  const bump = newProduct({ amount: 9, currency })
  const oneTimeOffer = hasOffer ? await create('/one-time-offers', newProduct({ currency })) : null
  const bumps = [await create('/bumps', bump)]
  const form = await create('/forms', newForm({ currency, bumps, oneTimeOffer, ...more }))
  return { path: `/payment/${form}`, bump, create }
}

/** Expects the payment methods to stay on the page, even with an offer after the payment. */
async function expectEuroMethods(page: Page): Promise<void> {
  const methods = cardFrame(page).getByRole('radiogroup', { name: 'Payment method' })
  await expect(methods.getByRole('radio')).toHaveCount(3)
  for (const name of ['Card', 'iDEAL', 'SEPA Direct Debit'])
    await expect(methods.getByRole('radio', { name })).toBeVisible()
}

test('@desktop @react a wallet charges the amount in its window, including an extra, and fills in the buyer’s details', async ({
  page,
  product,
}) => {
  const { path, bump } = await sell(product, 'usd')
  const email = newBuyer()
  await page.goto(path)
  await expect(page.getByText('or pay another way')).toBeVisible()
  await page.getByRole('checkbox', { name: new RegExp(bump.title) }).check()
  await openSheet(page)
  await expect(sheet(page).getByText(bump.title)).toBeVisible()
  await sheet(page).getByLabel('Name').fill('')
  await sheet(page).getByLabel('Email').fill(email)
  await sheet(page).getByRole('button', { name: 'Pay 58.00 USD' }).press('Enter')

  // The page asks for details the wallet did not provide and keeps the others.
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Enter your name')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await expectAccessible(page)
  await name.fill('Bea Novak')
  await openSheet(page)
  await sheet(page).getByRole('button', { name: 'Pay 58.00 USD' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeFocused()
  expect(await chargesOf(product, email)).toEqual(['5800 usd'])
})

test('@phone a buyer returns from their bank to the chosen price and code, and pays only once', async ({
  page,
  product,
}) => {
  const prices = [{ label: 'For two', amount: 80 }]
  const { path: form, bump, create } = await sell(product, 'eur', true, { priceLabel: 'For one', prices })
  const code = `FIFTH-${randomUUID().slice(0, 8)}`
  await create('/coupons', { code, title: 'A fifth off', kind: 'percent', percentage: 20 })
  // This link leads to a price that no longer exists.
  const path = `${form}?price=${randomUUID()}`
  const forTwo = page.getByRole('radio', { name: /^For two/ })
  const email = newBuyer()
  const extra = page.getByRole('checkbox', { name: new RegExp(bump.title) })
  const pay = page.getByRole('button', { name: 'Pay €71.20 with iDEAL' })
  const atBank = (answer: string) => page.getByRole('button', { name: answer }).click()
  await page.goto(path)
  await expect(page.getByText('The price in your link is no longer available.')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^For one/ })).toBeChecked()
  await expectEuroMethods(page)
  const typed = page.getByRole('textbox', { name: 'Code' })
  // Stripe's frame grows while it loads, which moves the buttons below it.
  await expect(async () => {
    if (!(await typed.isVisible())) await page.getByRole('button', { name: 'Have a code?' }).click()
    await expect(typed).toBeVisible({ timeout: 1_000 })
  }).toPass()
  // Screen readers announce changes only in elements that already exist.
  const total = await page.locator('[aria-live]').filter({ hasText: 'Total' }).elementHandle()
  await typed.fill(` ${code.toLowerCase()} `)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('definition').last()).toHaveText('€39.20')
  expect(await total?.textContent()).toBe('Total€39.20')
  const remover = page.getByRole('button', { name: /^Remove/ })
  await expect(remover).toBeFocused()
  await expect(page.locator(`#${await remover.getAttribute('aria-describedby')}`)).toHaveText(
    `${code} applied`,
  )
  await forTwo.check()
  await extra.check()
  await cardFrame(page).getByRole('radio', { name: 'iDEAL' }).check()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
  await pay.click()
  await atBank('Fail payment')
  await expect(page.getByText('Your bank did not complete the payment. You have not')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${form}\\?price=[\\w-]+&lang=en$`))
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await expect(extra).toBeChecked()
  await expect(forTwo).toBeChecked()

  await cardFrame(page).getByRole('radio', { name: 'iDEAL' }).check()
  await pay.click()
  await atBank('Come back later, undecided')
  // The order cannot change while the bank is processing it.
  await expect(extra).toBeDisabled()
  await expect(wallet(page)).toBeHidden()
  // Buyers who closed their bank's page see the same message in another tab.
  const another = await page.context().newPage()
  await another.goto(path)
  await expect(another.getByRole('button', { name: 'Continue with your bank' })).toBeVisible()
  await another.close()
  await page.getByRole('button', { name: 'Continue with your bank' }).click()
  await atBank('Authorize payment')

  // iDEAL cannot be charged again, so the offer shows the wallet's button and a card field.
  const offer = page.getByRole('dialog', { name: /^Workbook/ })
  await expect(page.getByText('Form paid successfully')).toBeAttached()
  await expect(offer.getByRole('group', { name: 'Card' })).toBeVisible()
  await wallet(offer).press('Enter')
  await expect(sheet(page).getByRole('button', { name: 'Pay 19.90 EUR' })).toBeFocused()
  await expect(sheet(page).getByRole('textbox')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(offer).toBeVisible()
  await expectAccessible(page)
  await wallet(offer).tap()
  await sheet(page).getByRole('button', { name: 'Pay 19.90 EUR' }).tap()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeFocused()
  expect((await chargesOf(product, email)).toSorted()).toEqual(['1990 eur', '7120 eur'])
})

test('@desktop a buyer with a pending debit sees that it is being processed and is asked not to pay again', async ({
  page,
  product,
  expectedErrors,
}) => {
  const { path, create } = await sell(product, 'eur', true)
  const code = `TENTH-${process.pid}`
  expectedErrors.push(/409/)
  await page.goto(`${path}?coupon=${code}`)
  await expectEuroMethods(page)
  // If a link has an invalid code, the page shows it so that buyers can correct it.
  await expect(page.getByText('This code is not valid for this purchase.')).toBeVisible()
  await expect(page.getByLabel('Code')).toHaveValue(code)
  await create('/coupons', { title: 'A tenth', code, kind: 'percent', percentage: 10 })
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(`${code} applied`)).toBeVisible()
  await cardFrame(page).getByRole('radio', { name: 'SEPA Direct Debit' }).check()
  await cardFrame(page).getByLabel('IBAN').fill('DE08370400440532013003')
  await page.getByRole('textbox', { name: 'Email' }).fill(newBuyer())
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
  await page.getByRole('button', { name: 'Pay €44.10 with SEPA Direct Debit' }).click()
  await expect(page.getByRole('heading', { name: 'Your payment is processing' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText(`${code}−€4.90`)
  await expect(page.getByText('We will email you. Do not pay again.').first()).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your payment is processing' })).toBeVisible()
})
