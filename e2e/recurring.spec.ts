// A subscription as its buyer sees it: paid, renewed, declined, fixed, canceled and ended.
import type { Page } from '@playwright/test'
import { cycleStart } from '../src/payments/subscriptions/payment-calendar.ts'
import { dayText } from '../src/foundation/time/day-text.ts'
import { formatsOf } from '../src/foundation/text/read-formats.ts'
import type { Product } from './product.ts'
import { newForm } from './seller.ts'
import { chargesOf, fillBuyer, newBuyer, openShop } from './shop.ts'
import { expect, expectAccessible, fillCard, test } from './test.ts'

test.use({ spoilsProduct: true })

const plan = { billingPeriod: 'Monthly', billingInterval: 1, cancelAfter: 6 } as const

async function createForm(product: Product): Promise<string> {
  const { create } = await openShop(product)
  const taxId = await create('/taxes', { title: 'VAT', percentage: 20, inclusive: false })
  const bump = await create('/bumps', {
    title: 'A set of brushes',
    description: 'Twelve of them',
    amount: 9,
    currency: 'usd',
  })
  const body = {
    title: 'Studio membership',
    description: 'A new course every month',
    video: 'https://youtu.be/dQw4w9WgXcQ',
    priceType: 'RecurringPrice',
    amount: 49,
    currency: 'usd',
    taxId,
    bumps: [bump],
    ...plan,
  }
  return `/payment/${await create('/forms', body)}`
}

/** Advances Stripe's clock to a renewal and past the hour that Stripe waits before it charges. */
async function moveTo(product: Product, instant: number): Promise<void> {
  const to = Math.floor(instant / 1000) + 2 * 60 * 60
  const response = await fetch(`${product.sandboxUrl}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to }),
  })
  expect(response.status).toBe(200)
}

/** Reloads until the page shows this text, because webhooks and background jobs take a moment. */
async function untilPageSays(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 500 })
  }).toPass()
}

/** Waits for an email to a buyer with this subject and opens it. */
async function openMail(page: Page, email: string, subject: RegExp): Promise<void> {
  await expect(async () => {
    await page.goto('/dev/mail')
    const mail = page.getByRole('listitem').filter({ hasText: email }).filter({ hasText: subject })
    await mail.getByRole('link').click({ timeout: 500 })
  }).toPass()
}

test('a buyer’s subscription is paid, renewed, declined, fixed and canceled @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  // The bump has no picture, and the outbox shows emails in a frame without scripts.
  expectedErrors.push(/status of 404.*\/pictures\/bump-/, /Blocked script execution in 'about:srcdoc'/)
  const email = newBuyer()
  await page.goto(await createForm(product))
  // The bump, and the consents that the law of the shop's country may require.
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  const anchor = Date.now()
  const day = (count: number) => dayText(cycleStart(plan, anchor, count), formatsOf('en-US'))
  const payments = page.getByRole('region', { name: 'Payment schedule' })
  await expect(payments.getByRole('listitem').nth(0)).toHaveText(`Today, ${day(0)}$69.60`)
  await expect(payments.getByRole('listitem').nth(1)).toHaveText(`${day(1)}$58.80`)
  await payments.getByText('See all payments').click()
  await expect(payments.getByText(`and 2 more, the last on ${day(5)}`)).toBeVisible()
  await expect(
    payments.getByText(`6 payments, $363.60 in total, tax included. It ends automatically on ${day(6)}.`),
  ).toBeVisible()
  await expectAccessible(page)
  await fillBuyer(page, email)
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay $69.60 today' }).click()
  await page.getByRole('link', { name: 'View your purchase' }).click()
  await untilPageSays(page, `The next payment is on ${day(1)}.`)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Change card' }).press('Enter')
  await expect(page.getByRole('form', { name: 'New card' })).toContainText(
    `The next payment, $58.80 on ${day(1)}, will be charged to this card, and all after it.`,
  )
  await fillCard(page, '4000000000000341')
  await page.getByRole('button', { name: 'Use this card' }).click()
  await expect(page.getByText('Your card has been changed.')).toBeFocused()

  await moveTo(product, cycleStart(plan, anchor, 1))
  await untilPageSays(page, 'The last payment of $58.80 could not be charged.')
  await expectAccessible(page)
  await openMail(page, email, /did not go through/)
  const [repair = ''] = /http\S+\/purchases\/\S+/.exec(await page.locator('pre').innerText()) ?? []
  await page.goto(repair)
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Use this card and pay $58.80' }).click()
  await expect(
    page.getByText('Thank you. Your card has been changed, and $58.80 has been paid.'),
  ).toBeFocused()
  await expect(page.getByText('2 of 6 payments')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Later payments' }).getByRole('listitem')).toHaveCount(1)
  const invoice = page.getByRole('region', { name: 'Later payments' }).getByRole('link', { name: /^Invoice/ })
  const pdf = await page.request.get((await invoice.getAttribute('href')) ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')

  await page.getByRole('button', { name: 'Cancel subscription' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Cancel the subscription?' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, cancel' }).press('Enter')
  await expect(page.getByText('Your subscription is canceled.')).toBeFocused()
  await expect(page.getByText(`is canceled and ends on ${day(2)}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume subscription' })).toBeVisible()
  await openMail(page, email, /is canceled/)
  await page.goto(repair)

  await moveTo(product, cycleStart(plan, anchor, 2))
  await untilPageSays(page, `Your subscription ended on ${day(2)}.`)
  expect(await chargesOf(product, email)).toEqual(['5880 usd', '6960 usd'])
})

test('with a code that makes a subscription free, what is due today is still charged @desktop', async ({
  page,
  product,
}) => {
  const { create } = await openShop(product)
  const monthly = { amount: 15, priceType: 'RecurringPrice', billingPeriod: 'Monthly', setupAmount: 8 }
  const form = await create('/forms', newForm(monthly))
  const code = `ALL${Date.now()}`
  await create('/coupons', {
    title: 'All',
    code,
    kind: 'percent',
    percentage: 100,
    lasts: 'forever',
    scope: 'form',
  })
  const email = newBuyer()
  await page.goto(`/payment/${form}`)
  await fillBuyer(page, email)
  await page.getByRole('button', { name: 'Have a code?' }).click()
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Pay $8.00' })).toBeVisible()
  // The hidden card field for recurring prices stays on the page.
  const card = page.getByRole('group', { name: 'Payment' }).frameLocator('iframe')
  await card.getByRole('textbox', { name: 'Card number' }).pressSequentially('4242424242424242')
  await card.getByRole('textbox', { name: 'Expiry date' }).pressSequentially('1234')
  await card.getByRole('textbox', { name: 'CVC' }).pressSequentially('123')
  await page.getByRole('button', { name: 'Pay $8.00' }).click()
  await expect(page.getByText('Form paid successfully')).toBeVisible()
  expect(await chargesOf(product, email)).toEqual(['800 usd'])
})
