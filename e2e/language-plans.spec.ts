// Buyers who read other languages find no English while they switch plans or pay one off.
import { languages, openOwnShop, own, Reader, usualErrors } from './foreign-reader.ts'
import { actionsOf, press, saying, subscribe } from './foreign-subscriber.ts'
import { watchTexts } from './page-texts.ts'
import { expect, test } from './test.ts'

test.use({ spoilsProduct: true })

for (const language of languages) {
  test(`a buyer who reads ${language} changes a plan and pays one off without any English @desktop`, async ({
    page,
    context,
    product,
    expectedErrors,
  }) => {
    expectedErrors.push(...usualErrors)
    const { create, form } = await openOwnShop(product)
    const reader = new Reader(language, product)
    await watchTexts(context, reader.keep)
    const recurring = { ...form, priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
    const plans = await create('/forms', {
      ...recurring,
      priceLabel: own.label,
      prices: [{ label: own.offer, amount: 59, priceType: 'RecurringPrice', billingPeriod: 'Monthly' }],
      allowsPriceChange: true,
    })
    const actions = actionsOf(page)
    const answer = actions.locator('section button').first()

    await subscribe(page, reader, plans)
    await press(page, reader, 'Change plan')
    await answer.click()
    await actions.getByRole('status').waitFor()
    await reader.read(page)
    await reader.readMails(context)
    await actions.getByRole('button', { name: saying('Switch back to {price}', reader) }).click()
    await actions.getByRole('status').waitFor()
    await reader.read(page)
    await reader.readMails(context)

    const installments = await create('/forms', { ...recurring, cancelAfter: 3, payoffDiscount: 10 })
    await subscribe(page, reader, installments)
    const rest = 'Pay the remaining {amount} now'
    await press(page, reader, rest)
    const paid = page.waitForResponse('**/pay-off')
    await answer.click()
    await paid
    await expect(async () => {
      await page.reload()
      expect(await actions.getByRole('button', { name: saying(rest, reader) }).count()).toBe(0)
    }).toPass()
    await reader.read(page)
    await reader.readMails(context)
    const later = page.locator('section[aria-labelledby=later] a[href*="invoice.pdf"]').last()
    await reader.readPdf(page, (await later.getAttribute('href')) ?? '')
    reader.expectNothingEnglish()
  })
}
