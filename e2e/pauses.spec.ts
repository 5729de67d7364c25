// Buyers can pause a subscription. The pause is offered next to canceling, never as an obstacle.
import { z } from 'zod'
import { fillBuyer, newBuyer, openShop } from './shop.ts'
import { expect, expectAccessible, fillCard, test } from './test.ts'

const paid = z.object({ purchaseId: z.string(), secret: z.string() })

test('a buyer sees skip, pause and cancel as equal choices, pauses by keyboard without scripts, cancels, and can give a reason', async ({
  page,
  product,
  browser,
}) => {
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
  })
  await page.goto(`/payment/${form}`)
  await fillBuyer(page, newBuyer())
  await fillCard(page, '4242424242424242')
  const answered = page.waitForResponse('**/stripe/pay-form')
  await page.getByRole('button', { name: /\$12\.00/ }).click()
  const { purchaseId, secret } = paid.parse(await (await answered).json())
  const path = `/purchases/${purchaseId}?key=${secret}`
  const skip = page.getByRole('link', { name: 'Skip next payment' })
  const pause = page.getByRole('link', { name: 'Pause', exact: true })
  const cancel = page.getByRole('button', { name: 'Cancel subscription' })
  // Stripe's dates arrive a moment later.
  await expect(async () => {
    await page.goto(path)
    await expect(skip).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expectAccessible(page)

  const looks = await Promise.all(
    [skip, pause, cancel].map((one) =>
      one.evaluate((element) => {
        const { fontSize, fontWeight, color, backgroundColor, borderColor } = getComputedStyle(element)
        const height = Math.round(element.getBoundingClientRect().height)
        return { height, fontSize, fontWeight, color, backgroundColor, borderColor }
      }),
    ),
  )
  expect(looks[1]).toEqual(looks[0])
  expect(looks[2]).toEqual(looks[0])

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const still = await plain.newPage()
  await still.goto(path)
  await still.getByRole('link', { name: 'Pause', exact: true }).focus()
  await still.keyboard.press('Enter')
  await still.getByRole('radio').nth(2).focus()
  await still.keyboard.press('Space')
  await still.keyboard.press('Enter')
  await expect(still.getByText(/^Your subscription pauses on .+ Nothing is charged until/)).toBeVisible()
  await expect(still.getByRole('link', { name: 'Undo the pause' })).toBeVisible()
  await plain.close()

  await page.goto(`/purchases/${purchaseId}/pause?key=${secret}&kind=undo`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo the pause' }).click()
  await expect(page.getByText(/The next payment is on/)).toBeVisible()

  // Canceling takes as many clicks as without a pause, and no question comes first.
  await cancel.click()
  await page.getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(page.getByRole('status')).toHaveText('Your subscription is canceled.')
  await page.getByText('Tell the seller why you canceled (optional)').first().click()
  await page.getByRole('radio', { name: 'It costs too much' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you for your answer.')).toBeVisible()
})
