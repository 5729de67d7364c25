// Text as people type it, paste it or put it into links is read as they mean it.
import { newForm } from './seller.ts'
import { chargesOf, newBuyer, openShop } from './shop.ts'
import { expect, fillCard, test } from './test.ts'

test('a handwritten link fills in an email address with a plus sign, but not an invalid address @desktop', async ({
  page,
  product,
}) => {
  const { create } = await openShop(product)
  const form = await create('/forms', newForm({}))
  const email = page.getByRole('textbox', { name: 'Email' })
  const name = page.getByRole('textbox', { name: 'Name' })
  for (const address of ['anna+shop@example.com', 'anna%2Bshop%40example.com']) {
    await page.goto(`/payment/${form}?email=${address}&name=Anna+Novak`)
    await expect(email).toHaveValue('anna+shop@example.com')
    await expect(name).toHaveValue('Anna Novak')
  }
  await page.goto(`/payment/${form}?email=newsletter&name=Anna%20Novak`)
  await expect(name).toHaveValue('Anna Novak')
  await expect(email).toHaveValue('')
})

test('a buyer with a non-Latin email address pays for a quantity typed in their own digits @desktop', async ({
  page,
  product,
}) => {
  const { create } = await openShop(product)
  const form = await create('/forms', newForm({ amount: 10, quantityMax: 5 }))
  const [local = ''] = newBuyer().split('@')
  await page.goto(`/payment/${form}`)
  const quantity = page.getByRole('textbox', { name: 'Quantity' })
  await quantity.fill('٣')
  await quantity.press('Tab')
  await expect(quantity).toHaveValue('3')
  await page.getByRole('textbox', { name: 'Email' }).fill(`\u200e${local}&bea@пример.рф\u200b`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Анна Новак')
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay $30.00' }).click()
  await expect(page.getByText('Form paid successfully')).toBeVisible()
  expect(await chargesOf(product, `${local}&bea@xn--e1afmkfd.xn--p1ai`)).toEqual(['3000 usd'])
})

test('a buyer whose link has an old price sees that it changed and pays with a pasted email address @desktop', async ({
  page,
  product,
}) => {
  const { create } = await openShop(product)
  const form = await create('/forms', newForm({ amount: 10 }))
  const buyer = newBuyer()
  await page.goto(`/payment//${form}。?utm_source=mail&amp;price=${crypto.randomUUID()}.`)
  await expect(page).toHaveURL(new RegExp(`/payment/${form}\\?utm_source=mail&price=[0-9a-f-]{36}$`))
  await expect(
    page.getByText('The price in your link is no longer available. Here is the current price.'),
  ).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(`“Novak, Anna” <mailto:${buyer}>;`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Anna Novak')
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay $10.00' }).click()
  await expect(page.getByText('Form paid successfully')).toBeVisible()
  expect(await chargesOf(product, buyer)).toHaveLength(1)
})

test('an invalid email address gets an error next to its field before Stripe is called @desktop', async ({
  page,
  product,
}) => {
  const { create } = await openShop(product)
  await page.goto(`/payment/${await create('/forms', newForm({}))}`)
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('anna@exa-.com')
  await page.getByRole('textbox', { name: 'Name' }).fill('Anna Novak')
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByText('Email is not valid')).toBeVisible()
  await expect(email).toBeFocused()
})
