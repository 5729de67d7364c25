// A form's own page with its numbers, and what the seller sees right after creating a form.
import { create, newForm, newProduct, pay, signIn } from './seller.ts'
import { newBuyer } from './shop.ts'
import { expect, expectAccessible, test } from './test.ts'

test.beforeEach(async ({ page, product, expectedErrors }) => {
  // The pictures of products made through the API were never uploaded.
  expectedErrors.push(/status of 404.*\/pictures\//)
  await signIn(page, product)
})

test('a form’s page shows how visits lead to sales, and links to the form’s sales', async ({
  page,
  product,
}) => {
  const bump = await create(page, '/bumps', newProduct({ amount: 9 }))
  const trial = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', billingInterval: 1, trialDays: 7 }
  const form = await create(page, '/forms', newForm({ amount: 49, bumps: [bump.id] }))
  const club = await create(page, '/forms', newForm({ amount: 29, ...trial, setupAmount: 5 }))
  for (let time = 0; time < 4; time += 1) await page.request.get(`/payment/${form.id}`)
  await pay(product, form.id, [bump.id])
  await pay(product, form.id, [])
  const declined = { paymentMethodId: 'pm_card_visa_chargeDeclined', email: newBuyer(), status: 402 }
  await pay(product, form.id, [], declined)

  await page.goto(`/forms/${form.id}?range=today`)
  const funnel = page.getByRole('region', { name: 'From visit to sale' })
  await expect(funnel.getByRole('listitem')).toHaveText([
    /^Page views/,
    // The conversion rate appears once the page views are counted.
    /^Payments started3/,
    /^Paid orders266\.7% of started payments/,
    /^Order bumps added150% of 2 offered$/,
  ])
  await expect(page.getByRole('link', { name: 'Net revenue: $107.00, show the list' })).toBeVisible()
  await page.getByRole('radio', { name: 'Orders', exact: true }).check()
  await page.getByText('Show as a table').last().click()
  await expect(page.getByRole('table', { name: 'Orders by hour' }).getByRole('row').last()).toBeVisible()
  await expectAccessible(page)
  const sales = page.getByRole('region', { name: 'Latest sales' })
  // The declined payment is not a sale.
  await expect(sales.getByRole('listitem')).toHaveCount(2)
  await sales.getByRole('link', { name: 'All sales of this form' }).click()
  await expect(page).toHaveURL(`/sales?form=${form.id}`)

  await page.goto(`/forms/${club.id}`)
  await expect(page.getByRole('region', { name: 'Sale' })).toContainText(
    '7 days free, then $29.00 / month + $5.00 set-up fee',
  )
  await expect(page.getByText('No visits in this period.')).toBeVisible()
})

test('a new form says that it is live and can be paused until its seller is ready @desktop', async ({
  page,
  context,
  product,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const form = await create(page, '/forms', newForm())
  await page.goto(`/forms/duplicate/${form.id}`)
  await page.getByLabel('Title', { exact: true }).fill(`Copy of ${form.title}`)
  await page.getByRole('button', { name: 'Create form' }).click()
  const panel = page.getByRole('region', { name: `“Copy of ${form.title}” is live` })
  await expect(panel.getByRole('heading')).toBeFocused()
  await expect(page).toHaveURL('/forms')
  await panel.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(new RegExp(`^${product.url}/payment/`))
  await expect(panel.getByRole('img', { name: `QR code of ${link}` })).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Open as a buyer' })).toHaveAttribute('href', link)
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Pause until I am ready' }).click()
  const paused = page.getByRole('region', { name: `“Copy of ${form.title}” is paused` })
  await expect(paused.getByRole('status')).toContainText('Buyers see a message')
  await paused.getByRole('button', { name: 'Close' }).click()
  await expect(paused).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: `Copy of ${form.title}` })).toContainText(
    'Paused',
  )
  await expect(page.getByRole('heading', { name: /is (live|paused)$/ })).toHaveCount(0)
})

test('the chart of a form’s prices starts now and shows the time left on each timer @desktop', async ({
  page,
}) => {
  const hour = 3_600_000
  const timers = [
    { title: 'Early bird', timestamp: Date.now() + 2 * hour, amount: 59 },
    { title: 'Last call', timestamp: Date.now() + 50 * hour, redirectUrl: 'https://example.com/late' },
  ]
  const form = await create(page, '/forms', newForm({ amount: 49, timers }))
  await page.goto(`/forms/details/${form.id}`)
  const strip = page.getByRole('region', { name: 'Price over time' })
  await expect(strip.getByRole('listitem')).toHaveText([/^\$49.00Now$/, /^\$59.00From /, /^ClosedFrom /])
  await expect(strip).toContainText(/Next change in (2 h 0 min|1 h \d+ min)/)
  await expectAccessible(page)
})
