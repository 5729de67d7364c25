// Orders that were almost paid: the link back to one, and the reminder that the payment page offers.
import type { Product } from './product.ts'
import { newForm, newProduct, signIn } from './seller.ts'
import { chargesOf, fillBuyer, newBuyer, openShop, send } from './shop.ts'
import { z } from 'zod'
import { expect, expectAccessible, fillCard, test } from './test.ts'

const listed = z.object({
  data: z.array(z.object({ link: z.string().nullable() })),
})
const offered = z.object({ prices: z.array(z.object({ id: z.string() })) })

/** The link back to an order in a buyer's newest email. */
async function linkMailedTo(product: Product, email: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const list = await (await fetch(`${product.url}/dev/mail`)).text()
    const found = list.split('<li>').find((item) => item.includes(email))
    const path = /\/dev\/mail\/[0-9a-f-]+/.exec(found ?? '')?.[0] ?? ''
    const mail = await (await fetch(`${product.url}${path}`)).text()
    link = /https?:\/\/\S+\?resume=[^\s"&<]+/.exec(mail)?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  return link
}

test('@desktop a buyer whose card was declined returns through the link, finds everything unchanged, and pays', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 402/)
  await signIn(page, product)
  const shop = await openShop(product)
  const form = await shop.create('/forms', newForm({ title: `Ink ${Date.now()}`, quantityMax: 9 }))
  const email = newBuyer()
  await page.goto(`/payment/${form}?utm_source=newsletter&utm_campaign=ink`)
  await fillBuyer(page, email)
  await page.getByLabel('Quantity').first().fill('3')
  await fillCard(page, '4000000000009995')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByText('Your card has insufficient funds.').first()).toBeVisible()

  await page.goto('/sales/almost')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(email).first()).toBeVisible()
  }).toPass()
  await expectAccessible(page)
  const found = listed.parse(await send(product, ['GET', `/recoveries?form=${form}`], undefined, shop.token))
  const link = found.data[0]?.link ?? ''

  const buyer = await page.context().browser()?.newPage()
  if (buyer === undefined) throw new Error('no browser')
  await buyer.goto(link)
  await expect(buyer.getByText('Welcome back. Your order is saved as you left it.')).toBeVisible()
  await expect(buyer).not.toHaveURL(/resume=[\da-f]{8}-/)
  await expect(buyer.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(buyer.getByRole('button', { name: /^Pay \$147/ })).toBeVisible()
  await fillCard(buyer, '4242424242424242')
  await buyer.getByRole('button', { name: /^Pay \$147/ }).click()
  await expect(buyer.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await buyer.goto(link)
  await expect(buyer.getByText(/already paid for this order|Thank you/).first()).toBeVisible()
  await buyer.close()
  await page.goto('/sales/almost')
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Paid after all').first()).toBeVisible()
  }).toPass()
  // The recovered sale is credited to the newsletter that led to the lost order.
  await page.goto(`/sales?status=paid&campaign=ink&q=${email}`)
  await expect(page.getByRole('link', { name: /Bea Novak/ }).first()).toBeVisible()
})

test('@phone a page that offers a reminder sends no buyer data before the box is checked', async ({
  page,
  product,
}) => {
  const shop = await openShop(product)
  const form = await shop.create('/forms', newForm({ title: `Quill ${Date.now()}` }))
  await shop.change(`/forms/${form}/recovery`, { page: true })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.postData() !== null) sent.push(request.url())
  })
  const email = newBuyer()
  await page.goto(`/payment/${form}`)
  const box = page.getByRole('checkbox', { name: 'Email me a reminder if I don’t finish' })
  await expect(box).not.toBeChecked()
  await box.click()
  await expect(page.getByText('Enter your email').first()).toBeVisible()
  await expect(box).not.toBeChecked()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name', { exact: true }).click()
  expect(sent.filter((url) => url.includes('/api/'))).toEqual([])
  await box.click()
  await expect(page.getByText('We will email you if you do not finish your order.')).toBeVisible()
  await expectAccessible(page)
  expect(sent.filter((url) => url.includes('/api/')).map((url) => new URL(url).pathname)).toEqual([
    '/api/stripe/purchases/reminders',
  ])
})

test('@phone a declined buyer switches to another price, leaves out the extras, or has a link emailed', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 402/, /status of 404.*\/pictures\//)
  const shop = await openShop(product)
  const bump = await shop.create('/bumps', newProduct({ amount: 9 }))
  const prices = [{ label: 'Two payments of half', amount: 25 }]
  const fields = { title: `Paper ${Date.now()}`, bumps: [bump], priceLabel: 'At once', prices }
  const form = await shop.create('/forms', newForm(fields))
  const { prices: listedPrices } = offered.parse(
    await send(product, ['GET', `/forms/${form}/recovery`], undefined, shop.token),
  )
  const body = { fallbackPriceId: listedPrices[1]?.id, offersWithoutExtras: true }
  await send(product, ['PATCH', `/forms/${form}/recovery`], body, shop.token)

  const email = newBuyer()
  await page.goto(`/payment/${form}`)
  await page.getByRole('checkbox').first().check()
  await fillBuyer(page, email)
  await fillCard(page, '4000000000009995')
  const ways = page.getByRole('region', { name: 'Other ways to finish your order' })
  await expect(ways).toBeHidden()
  await page.getByRole('button', { name: /^Pay \$58/ }).click()
  await expect(ways).toBeVisible()
  await expectAccessible(page)
  await ways.getByRole('button', { name: 'Remove the extras' }).click()
  await expect(page.getByRole('button', { name: /^Pay \$49/ })).toBeFocused()
  await expect(ways.getByRole('button', { name: 'Remove the extras' })).toBeHidden()
  await ways.getByRole('button', { name: 'Switch to Two payments of half' }).click()
  await expect(page.getByRole('button', { name: /^Pay \$25/ })).toBeFocused()
  await ways.getByRole('button', { name: 'Email me a link to pay later' }).click()
  await expect(ways.getByText(`We are emailing the link to ${email}.`)).toBeVisible()
  await expect(ways.getByRole('heading')).toBeFocused()

  // The declined order is restored, not what the buyer tried afterwards.
  const link = await linkMailedTo(product, email)
  const later = await page.context().newPage()
  await later.goto(link)
  await expect(later.getByText('Welcome back. Your order is saved as you left it.')).toBeVisible()
  await fillCard(later, '4242424242424242')
  await later.getByRole('button', { name: /^Pay \$58/ }).click()
  await expect(later.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await chargesOf(product, email)).toEqual(['5800 usd'])
})
