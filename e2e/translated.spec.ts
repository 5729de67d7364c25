// Pages stay correct and usable, and keep all input, while a browser's translator changes them.
import type { Page } from '@playwright/test'
import { arriveAsDemo } from './arrive.ts'
import { newForm, newProduct } from './seller.ts'
import { chargesOf, fillBuyer, newBuyer, openShop } from './shop.ts'
import { cardFrame, expect, fillCard, test } from './test.ts'
import { readings, translate, translateNext } from './translator.ts'

const payButton = (page: Page, amount: string) => page.getByRole('button', { name: `Pay ${amount}` })

const translators = [
  ...readings.map((reading) => ({ reading, way: 'instead' }) as const),
  { reading: 'all', way: 'in two' },
  { reading: 'all', way: 'behind' },
] as const

for (const { reading, way } of translators) {
  test(`a buyer on a translated page is charged the amount on the button: ${reading}, ${way} @desktop @react`, async ({
    page,
    product,
  }) => {
    const { create } = await openShop(product)
    const workbook = newProduct({ amount: 9 })
    const bumps = [await create('/bumps', workbook)]
    const prices = [{ label: 'Gold', amount: 199 }]
    const choice = { bumps, priceLabel: 'Basic', prices, quantityMin: 1, quantityMax: 5 }
    const form = await create('/forms', newForm(choice))
    const code = `HALF${Date.now()}`
    await create('/coupons', { title: 'Half', code, kind: 'percent', percentage: 50 })
    const email = newBuyer()
    await page.goto(`/payment/${form}`)
    await expect(payButton(page, '$49.00')).toBeEnabled()
    await translate(page, reading, 'loud', way)
    await page.getByRole('button', { name: 'Have a code?' }).click()
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(payButton(page, '$24.50')).toBeVisible()
    await page.getByRole('radio', { name: 'Gold' }).check()
    await expect(payButton(page, '$99.50')).toBeVisible()
    await page.getByRole('checkbox', { name: workbook.title }).check()
    await expect(payButton(page, '$104.00')).toBeVisible()
    await page.getByRole('button', { name: 'One more' }).click()
    await expect(payButton(page, '$203.50')).toBeVisible()
    await page.getByRole('radio', { name: 'Basic' }).check()
    await expect(payButton(page, '$53.50')).toBeVisible()
    await expect(page.getByRole('definition').last()).toHaveText('$53.50', { useInnerText: true })
    await fillBuyer(page, email)
    await fillCard(page, '4242424242424242')
    await payButton(page, '$53.50').click()
    await expect(page.getByText('Form paid successfully').filter({ visible: true }).first()).toBeVisible()
    expect(await chargesOf(product, email)).toEqual(['5350 usd'])
  })
}

test('a translated page shows the amount due today, the buyer’s own price and later payments @desktop @react', async ({
  page,
  product,
}) => {
  const { create } = await openShop(product)
  const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
  const prices = [
    { label: 'Slow', amount: 7, ...monthly, trialDays: 7, setupAmount: 3 },
    { label: 'As you like', amount: 10, isOpen: true },
  ]
  const form = await create('/forms', newForm({ priceLabel: 'Basic', prices }))
  await page.goto(`/payment/${form}`)
  await translate(page, 'all')
  await page.getByRole('radio', { name: 'Slow' }).check()
  const due = page.getByRole('definition').last()
  await expect(page.getByRole('button', { name: /^start 7 days: \$3\.00 today/i })).toBeVisible()
  await expect(page.getByRole('term').last()).toHaveText('DUE TODAY')
  await expect(due).toHaveText('$3.00')
  await page.getByRole('radio', { name: 'As you like' }).check()
  await page.getByRole('textbox', { name: 'Your price' }).fill('23')
  await expect(payButton(page, '$23.00')).toBeVisible()
  await expect(page.getByRole('term').last()).toHaveText('TOTAL')
  await expect(due).toHaveText('$23.00')
})

test('a translated page reports one mistake at a time, a declined card and the payment @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 402/)
  const email = newBuyer()
  // Both the translator and this code, which moves a field, start before the page's scripts.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const field = document.querySelector<HTMLInputElement>('#email')
      if (field === null) return
      const frame = document.createElement('span')
      field.before(frame)
      frame.append(field)
      field.value = 'typed early'
    })
  })
  await translateNext(page, 'all')
  await page.goto(product.demo.forms[0]?.path ?? '')
  const address = page.getByRole('textbox', { name: 'Email' })
  const pay = page.getByRole('button', { name: '$49.00' })
  const told = page.locator('#email-error')
  await expect(pay).toBeEnabled()
  const words = (await pay.textContent()) ?? ''
  await expect(address).toHaveValue('typed early')
  await address.fill('')
  await pay.click()
  await expect(told).toHaveText('ENTER YOUR EMAIL')
  await address.fill('nowhere')
  await expect(told).toHaveText('')
  await pay.click()
  await expect(told).toHaveText('EMAIL IS NOT VALID')
  await fillBuyer(page, email)
  await expect(told).toHaveText('')
  await fillCard(page, '4000000000009995')
  await pay.click()
  await expect(page.getByText(/insufficient funds/i).first()).toBeVisible()
  await expect(pay).toHaveText(words)
  await cardFrame(page).getByRole('textbox', { name: 'Card number' }).fill('')
  await fillCard(page, '4242424242424242')
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/stripe/pay-form', async (route) => {
    await answered.promise
    await route.continue()
  })
  await pay.click()
  await expect(page.getByRole('button', { name: 'Paying…' })).toHaveText('PAYING…')
  answered.resolve()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await chargesOf(product, email)).toEqual(['4900 usd'])
})

test('on a translated page, a rising price appears on the button while the clock keeps running @desktop', async ({
  page,
  product,
}) => {
  const { create } = await openShop(product)
  const timers = [{ title: 'Early bird', timestamp: Date.now() + 8_000, amount: 59 }]
  const form = await create('/forms', newForm({ timers }))
  await page.goto(`/payment/${form}`)
  await translate(page, 'all')
  const clock = page.getByRole('timer')
  const before = await clock.textContent()
  await expect(clock).not.toHaveText(before ?? '')
  await expect(payButton(page, '$59.00')).toBeVisible()
  await expect(page.getByRole('definition').last()).toHaveText('$59.00')
})

test('a seller whose browser translates the app signs in, makes mistakes and loses no input @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (401|422)/)
  const send = () => page.locator('button[type=submit]').last().click()
  await page.goto('/login')
  await translate(page, 'all')
  await page.getByLabel('Email').fill(product.demo.email)
  await page.getByLabel(/^password$/i).fill('not the password')
  await send()
  await expect(page.getByText('Wrong password')).toBeVisible()
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('nowhere@example.com')
  await send()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto('/register')
  await page.getByLabel('Email').fill(product.demo.email)
  await send()
  await expect(page.getByLabel('Email')).toHaveValue(product.demo.email)
  await page.goto('/contact-us')
  await page.getByLabel('Message').fill('Does it work?')
  await send()
  await expect(page.getByText('This field is required').first()).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('Does it work?')

  await arriveAsDemo(page, product)
  await page.goto('/forms/create')
  await page.getByLabel('Title').fill('Typed in good faith')
  await send()
  await expect(page.getByText('This field is required').first()).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Typed in good faith')
  await page.getByRole('textbox', { name: 'Description' }).fill('Six weeks')
  await page.getByLabel('Video').fill('https://youtu.be/dQw4w9WgXcQ')
  await page.getByLabel('Amount').first().fill('12')
  await send()
  await expect(page.getByText('form created successfully')).toBeVisible()
})

test('a page that fails to render says so and offers a way out @desktop', async ({
  page,
  expectedErrors,
}) => {
  // The response can arrive before the page breaks.
  expectedErrors.push(/broken on purpose/, /status of 401/)
  await page.goto('/login')
  await page.getByLabel('Email').fill('somebody@example.com')
  await page.evaluate(() => {
    const name = 'insertBefore'
    const own = Object.getOwnPropertyDescriptor(Node.prototype, name) ?? {}
    const value = () => {
      Object.defineProperty(Node.prototype, name, own)
      throw new Error('broken on purpose')
    }
    Object.defineProperty(Node.prototype, name, { ...own, value })
  })
  await page.getByLabel('Password', { exact: true }).fill('a fine long password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'We could not show this page' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})
