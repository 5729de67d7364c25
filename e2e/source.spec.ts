// The source of an order, taken from the buyer's link and shown in sales and their filters.
import { startSite } from './seller-site.ts'
import { create, listSites, newForm, signIn } from './seller.ts'
import { fillBuyer, newBuyer, openShop } from './shop.ts'
import { cardFrame, expect, expectAccessible, fillCard, test } from './test.ts'

const link = 'ref=anna&utm_source=newsletter&utm_medium=email&utm_campaign=spring'

test('@desktop a sale shows the link it came from, even after a visit to the bank, after a reload or without storage', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const title = `Seeds ${Date.now()}`
  const shop = await openShop(product)
  const form = await shop.create('/forms', newForm({ title, currency: 'eur' }))
  const emails = [newBuyer(), newBuyer()] as const

  // The bank declines the first attempt. The buyer returns without the link's tags, reloads and pays.
  await page.goto(`/payment/${form}?${link}`)
  await fillBuyer(page, emails[0])
  await cardFrame(page).getByRole('radio', { name: 'iDEAL' }).check()
  await page.getByRole('button', { name: /with iDEAL/ }).click()
  await page.getByRole('button', { name: 'Fail payment' }).click()
  await expect(page.getByText('Your bank did not complete the payment.')).toBeVisible()
  await expect(page).not.toHaveURL(/utm_/)
  await page.reload()
  await fillBuyer(page, emails[0])
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: /^Pay €49/ }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()

  const strict = await page.context().newPage()
  await strict.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    Object.defineProperty(window, 'sessionStorage', { get: refuse })
    Object.defineProperty(window, 'localStorage', { get: refuse })
  })
  await strict.goto(`/payment/${form}?${link}`)
  await fillBuyer(strict, emails[1])
  await fillCard(strict, '4242424242424242')
  await strict.getByRole('button', { name: /^Pay €49/ }).click()
  await expect(strict.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await strict.close()

  const facts = page.getByRole('region', { name: 'Buyer and payment' })
  for (const email of emails) {
    await page.goto(`/sales?status=paid&q=${email}`)
    await page
      .getByRole('link', { name: /Bea Novak/ })
      .first()
      .click()
    await expect(facts.getByText('Came from')).toBeVisible()
    await expect(facts).toContainText('newsletter / email / spring')
    await expect(facts).toContainText('anna')
  }
  await expectAccessible(page)
  await facts.getByRole('link', { name: 'Bea Novak' }).click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline).toContainText('Came from newsletter / email / spring')
  await timeline.getByRole('link', { name: 'Sales from spring' }).click()
  await expect(page).toHaveURL(/\/sales\?campaign=spring$/)
  await page.getByRole('button', { name: 'Remove the filter Campaign spring' }).click()
  await expect(page).toHaveURL(/\/sales$/)
})

test('@desktop a form on a seller’s site reads the tags of that site’s page, or of an earlier page in the tab', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR_FAILED/)
  await signIn(page, product)
  let form = ''
  const site = await startSite(
    () => `<div data-tillform="${form}"></div><script async src="${product.url}/embed.js"></script>`,
  )
  form = (await create(page, '/forms', newForm())).id
  await listSites(page, [site.host])
  const frame = page.locator('iframe[title="Payment form"]')
  // The buyer leaves before the form has loaded.
  await page.route('**/payment/**', (route) => route.abort())
  await page.goto(`http://${site.host}/?${link}&secret=1&email=ada@example.com`)
  const src = await frame.getAttribute('src')
  expect(src).toContain(link)
  expect(src).not.toContain('secret')

  // The tags stay with the visit, but the buyer's details do not, and new tags replace all of them.
  await page.goto(`http://${site.host}/prices`)
  const later = await frame.getAttribute('src')
  expect(later).toContain(link)
  expect(later).not.toContain('email=')
  await page.goto(`http://${site.host}/?utm_source=ad`)
  await page.goto(`http://${site.host}/`)
  expect(await frame.getAttribute('src')).toMatch(/&utm_source=ad$/)
  await site.stop()
})
