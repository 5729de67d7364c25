// A seller's page receives messages about purchases on the embedded form.
import { z } from 'zod'
import { startSite } from './seller-site.ts'
import { create, newForm, newProduct, signIn } from './seller.ts'
import { newBuyer, openShop } from './shop.ts'
import { cardFrame, expect, test } from './test.ts'

const announced = z.object({ id: z.string(), kind: z.string(), value: z.number() }).loose()

test('a seller’s page receives one event for an order and one for its offer, whatever the buyer does afterwards', async ({
  page,
  product,
  expectedErrors,
}) => {
  // The picture of this offer was never uploaded.
  expectedErrors.push(/status of 404.*\/pictures\//)
  await signIn(page, product)
  let formId = ''
  const site = await startSite(
    () => `<div data-tillform="${formId}"></div><script async src="${product.url}/embed.js"></script>`,
  )
  const offer = await create(page, '/one-time-offers', newProduct({ amount: 20 }))
  formId = (await create(page, '/forms', newForm({ oneTimeOffer: offer.id }))).id
  const shop = await openShop(product)
  await shop.change('/seller/shop', { embedHosts: [site.host], announcesPurchases: true })

  const context = page.context()
  await context.addInitScript(() => {
    document.addEventListener('tillform:purchase', (event) => {
      const before = window.localStorage.getItem('heard') ?? ''
      if (!(event instanceof CustomEvent)) return
      window.localStorage.setItem('heard', `${before}${JSON.stringify(event.detail)}\n`)
    })
  })
  /** All events on the seller's site so far. */
  const heard = async () => {
    const lines = await page.evaluate(() => window.localStorage.getItem('heard') ?? '')
    return lines.split('\n').flatMap((line) => (line === '' ? [] : [announced.parse(JSON.parse(line))]))
  }
  const form = page.frameLocator('iframe[title="Payment form"]')
  const thanks = form.getByRole('heading', { name: 'Thank you!' })
  await page.goto(`http://${site.host}/`)
  await form.getByRole('textbox', { name: 'Email' }).fill(newBuyer())
  await form.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
  const card = cardFrame(form)
  await card.getByRole('textbox', { name: 'Card number' }).pressSequentially('4242424242424242')
  await card.getByRole('textbox', { name: 'Expiry date' }).pressSequentially('1234')
  await card.getByRole('textbox', { name: 'CVC' }).pressSequentially('123')
  await form.getByRole('button', { name: /\$49\.00/ }).click()
  const dialog = form.getByRole('dialog', { name: offer.title })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: /Yes/ }).click()
  await expect(form.getByText('Added to your purchase')).toBeVisible()
  const values = async () => (await heard()).map(({ kind, value }) => `${kind} ${value}`)
  await expect.poll(values).toEqual(['order 49', 'offer 20'])

  for (let reloads = 0; reloads < 10; reloads += 1) {
    await page.reload()
    await expect(thanks).toBeVisible()
  }
  const another = await context.newPage()
  await another.goto(page.url())
  await expect(another.locator('iframe[title="Payment form"]')).toBeVisible()
  await another.close()
  await page.goto(`http://${site.host}/thanks`)
  await page.goBack()
  await expect(thanks).toBeVisible()
  const [order, ...others] = await heard()
  expect(others).toHaveLength(1)
  const { items, currency } = z.object({ items: z.array(z.unknown()), currency: z.string() }).parse(order)
  expect([currency, items.length]).toEqual(['USD', 1])
  await page.goto(`${product.url}/sales/${order?.id}`)
  await expect(page.getByText('$49.00').first()).toBeVisible()
  await shop.change('/seller/shop', { announcesPurchases: false })
  await site.stop()
})
