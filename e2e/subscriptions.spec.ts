// A subscription from the buyer's first payment until the seller ends it.
import { arriveAsDemo } from './arrive.ts'
import { z } from 'zod'
import { newForm } from './seller.ts'
import { chargesOf, fillBuyer, newBuyer, openShop } from './shop.ts'
import { cardFrame, expect, expectAccessible, fillCard, test } from './test.ts'

test('a buyer subscribes with an authentication, and the seller ends it on the sale’s page @desktop', async ({
  page,
  product,
}) => {
  const email = newBuyer()
  const form = await (
    await openShop(product)
  ).create('/forms', {
    title: 'A letter each month',
    description: 'On paper, by post',
    video: 'https://youtu.be/dQw4w9WgXcQ',
    amount: 12,
    currency: 'usd',
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
    cancelAfter: 12,
  })
  await page.goto(`/payment/${form}`)
  await fillBuyer(page, email)
  await fillCard(page, '4000002760003184')
  await page.getByRole('button', { name: /\$12\.00/ }).click()
  const bank = page.frameLocator('iframe[title="Authenticate your payment"]')
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByText('Form paid successfully')).toBeVisible()
  expect(await chargesOf(product, email)).toEqual(['1200 usd'])

  await arriveAsDemo(page, product)
  await page.goto(`/forms/edit/${form}`)
  await expect(page.getByText('$12.00 every month, 12 payments in total', { exact: false })).toBeVisible()
  await page.goto(`/sales?q=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: 'Bea Novak' }).filter({ visible: true }).click()
  const section = page.getByRole('region', { name: 'Subscription' })
  await expect(section.getByText('1 of 12')).toBeVisible()
  await section.getByRole('button', { name: 'End subscription now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End subscription now' }).click()
  await expect(section.getByText('Ended').first()).toBeVisible()
  await expect(section.getByRole('button')).toHaveCount(0)
})

test('a buyer reads a plan’s new price and its start, changes the plan and undoes it @phone', async ({
  page,
  product,
}) => {
  const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
  const form = await (
    await openShop(product)
  ).create('/forms', {
    title: 'A letter each month',
    description: 'On paper, by post',
    video: 'https://youtu.be/dQw4w9WgXcQ',
    amount: 12,
    currency: 'usd',
    ...monthly,
    priceLabel: 'One letter',
    prices: [{ label: 'Two letters', amount: 24, ...monthly }],
    allowsPriceChange: true,
  })
  const email = newBuyer()
  await page.goto(`/payment/${form}`)
  await fillBuyer(page, email)
  await fillCard(page, '4242424242424242')
  const answered = page.waitForResponse('**/stripe/pay-form')
  await page.getByRole('button', { name: /\$12\.00/ }).click()
  const paid = z.object({ purchaseId: z.string(), secret: z.string() })
  const { purchaseId, secret } = paid.parse(await (await answered).json())
  // Stripe's dates arrive a moment later.
  await expect(async () => {
    await page.goto(`/purchases/${purchaseId}?key=${secret}`)
    await page.getByRole('button', { name: 'Change plan' }).click({ timeout: 1000 })
  }).toPass()
  // The price's label stays on one line even next to the longest price.
  const lines = await page.locator('dt', { hasText: /^Price$/ }).evaluate((name) => {
    const text = name.nextSibling?.firstChild
    const shown = text?.nodeValue ?? ''
    if (text)
      text.nodeValue = '$27.62 every month for your next 2 payments, then $32.50 every month, tax included'
    const { height } = name.getBoundingClientRect()
    if (text) text.nodeValue = shown
    return height / Number.parseFloat(getComputedStyle(name).lineHeight)
  })
  expect(lines).toBeLessThan(1.5)
  const question = page.getByRole('region', { name: 'Change your plan?' })
  await expect(question.getByText(/^From .+: \$24\.00 every month instead of \$12\.00$/)).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Yes, switch to Two letters' }).click()
  await expect(page.getByRole('status')).toHaveText('Got it. We will email you to confirm.')
  await expect(page.getByText(/\$24\.00 every month instead of \$12\.00\./)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Switch back to $12.00 every month' }).click()
  await expect(page.getByRole('status')).toHaveText(
    'You are switching back to your plan. We will email you to confirm.',
  )
  await expect(page.getByText(/instead of/)).toHaveCount(0)
  expect(await chargesOf(product, email)).toEqual(['1200 usd'])
})

test('a buyer pays off a debit plan with a card entered before anything is charged @phone', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  const plan = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', cancelAfter: 3, payoffDiscount: 10 }
  const form = await (
    await openShop(product)
  ).create('/forms', newForm({ amount: 70, currency: 'eur', ...plan }))
  const email = newBuyer()
  await page.goto(`/payment/${form}`)
  await expect(page.getByText('You can pay off the rest at any time by card, for 10% less.')).toBeVisible()
  await fillBuyer(page, email)
  await cardFrame(page).getByRole('radio', { name: 'SEPA Direct Debit' }).check()
  await cardFrame(page).getByLabel('IBAN').fill('DE89370400440532013000')
  const answered = page.waitForResponse('**/stripe/pay-form')
  await page.getByRole('button', { name: /^Pay €70\.00 today/ }).click()
  const paid = z.object({ purchaseId: z.string(), secret: z.string() })
  const { purchaseId, secret } = paid.parse(await (await answered).json())
  await expect(async () => {
    await page.goto(`/purchases/${purchaseId}?key=${secret}`)
    await page.getByRole('button', { name: 'Pay the remaining €126.00 now' }).click({ timeout: 1000 })
  }).toPass()
  const question = page.getByRole('region', { name: 'Pay the remaining €126.00 now?' })
  await expect(question).toContainText('If you pay by direct debit, we will ask you for a card first.')
  await question.getByRole('button', { name: 'Yes, pay €126.00' }).click()
  await expect(page.getByRole('alert')).toContainText('You can only pay off your plan with a card or Link.')
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Use this card' }).click()
  await expect(page.getByRole('status')).toHaveText('Your card has been changed.')
  await page.getByRole('button', { name: 'Pay the remaining €126.00 now' }).click()
  await question.getByRole('button', { name: 'Yes, pay €126.00' }).click()
  await expect(page.getByText(/^You (have )?paid everything early/)).toBeVisible()
  await expect(page.getByText('1 payment, then the rest in full')).toBeVisible()
})
