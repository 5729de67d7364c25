// An order that is almost placed: the link back to it, and the reminder that a page offers.
import { newForm, signIn } from './seller.ts'
import { fillBuyer, newBuyer, openShop, send } from './shop.ts'
import { z } from 'zod'
import { expect, expectAccessible, fillCard, test } from './test.ts'

const listed = z.object({
  data: z.array(z.object({ link: z.string().nullable() })),
})

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
  await page.goto(`/payment/${form}`)
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
