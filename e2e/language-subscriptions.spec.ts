// Buyers who read other languages find no English while a renewal fails, a new card pays it, and the subscription is
// canceled and ends. The tests check pages, emails, PDFs and calendar files.
import { cycleStart } from '../src/payments/subscriptions/payment-calendar.ts'
import { languages, openOwnShop, pathIn, Reader, typeCard, usualErrors } from './foreign-reader.ts'
import { actionsOf, press, said, subscribe } from './foreign-subscriber.ts'
import { watchTexts } from './page-texts.ts'
import type { Product } from './product.ts'
import { expect, fillCard, test } from './test.ts'

test.use({ spoilsProduct: true })

const monthly = { billingPeriod: 'Monthly', billingInterval: 1, cancelAfter: 6 } as const

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

test('subscriptions fail, are paid, are canceled and end without any English text @desktop', async ({
  page,
  context,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(...usualErrors)
  const { create, form } = await openOwnShop(product)
  const readers = languages.map((language) => ({ reader: new Reader(language, product), purchase: '' }))
  let current = readers[0]?.reader
  await watchTexts(context, (place, texts) => current?.keep(place, texts))
  const anchor = Date.now()
  const actions = actionsOf(page)
  for (const one of readers) {
    const { reader } = one
    current = reader
    // Each language needs its own form, because this browser remembers what was bought on a page.
    const path = await create('/forms', { ...form, ...monthly, priceType: 'RecurringPrice' })
    one.purchase = await subscribe(page, reader, path)
    await press(page, reader, 'Change card')
    await typeCard(page, '4000000000000002')
    await actions.locator('button[type=submit]').click()
    await expect(actions.getByText(said('Your card was declined.', reader))).toBeVisible()
    await reader.read(page)
    await typeCard(page, '4000000000000341')
    await actions.locator('button[type=submit]').click()
    await actions.getByRole('status').waitFor()
    await reader.read(page)
    await reader.readCalendar(page, await pathIn(page, '.ics'))
  }

  await moveTo(product, cycleStart(monthly, anchor, 1))
  for (const { reader, purchase } of readers) {
    current = reader
    const [repair = ''] = /http\S+\/purchases\/\S+/.exec(await reader.readMails(context)) ?? []
    await reader.openOwn(page, repair === '' ? purchase : repair)
    await fillCard(page, '4242424242424242')
    await actions.locator('button[type=submit]').click()
    await actions.getByRole('status').waitFor()
    await reader.read(page)
    await reader.readPdf(
      page,
      (await page.locator('section[aria-labelledby=later] a[href*="invoice.pdf"]').getAttribute('href')) ??
        '',
    )
    await actions.getByRole('button', { name: said('Cancel subscription', reader) }).click()
    await reader.read(page)
    await actions.getByRole('button', { name: said('Yes, cancel', reader) }).click()
    await actions.getByRole('status').waitFor()
    await reader.read(page)
    await reader.readMails(context)
  }

  await moveTo(product, cycleStart(monthly, anchor, 2))
  for (const { reader, purchase } of readers) {
    current = reader
    await reader.readMails(context)
    await reader.openOwn(page, purchase)
    reader.expectNothingEnglish()
  }
})
