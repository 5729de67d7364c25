import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { create, newForm, newProduct, pay, signIn } from './seller.ts'
import { newBuyer } from './shop.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a seller sees their sales, reads the chart by keyboard and downloads the purchases @desktop', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  // A currency that no other test uses.
  const bump = await create(page, '/bumps', newProduct({ amount: 90, currency: 'nok' }))
  const form = await create(page, '/forms', newForm({ amount: 490, currency: 'nok', bumps: [bump.id] }))
  await pay(product, form.id, [bump.id])
  await pay(product, form.id, [])

  await page.goto('/sales')
  await page.getByRole('navigation', { name: 'Sales' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('region', { name: 'Net revenue today' })).toContainText('kr\u00a01,070.00')
  // The list also contains the currencies of other tests. With only one currency, the page would offer no choice.
  await page.goto('/sales/dashboard?currency=nok')
  const revenue = page.getByRole('region', { name: 'Revenue', exact: true })
  await expect(revenue).toContainText('Sales of kr\u00a0535.00 on average')
  await expect(page.getByRole('row', { name: `${bump.title} 2 1 50%` })).toBeVisible()

  const chart = page.getByRole('slider', { name: 'Net revenue by day, in NOK' })
  await chart.focus()
  // There is no earlier period to compare with.
  await expect(chart).toHaveAttribute('aria-valuetext', /: kr\u00a01,070\.00$/)
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', /: kr\u00a00\.00$/)
  await page.getByText('Show as a table').first().click()
  await expectAccessible(page)

  await revenue.getByRole('link', { name: 'Sales: 2, show the list' }).click()
  await expect(page.getByRole('status', { name: 'Totals' })).toContainText('2 sales kr\u00a01,070.00 paid')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filters = page.getByRole('dialog', { name: 'Filter sales' })
  await filters.getByLabel('Kind').selectOption('Renewal')
  await filters.getByRole('button', { name: 'Show sales' }).click()
  await expect(page.getByRole('heading', { name: 'No sale found' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter Renewal' }).click()
  await expect(page.getByRole('row', { name: form.title })).toHaveCount(2)

  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  const rows = (await readFile(await download.path(), 'utf8')).split('\r\n')

  expect(download.suggestedFilename()).toMatch(/^sales-from-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.csv$/)
  expect(rows[0]).toContain('Date,Time (UTC),Purchase')
  expect(rows.filter((row) => row.includes(form.title))).toHaveLength(2)
})

test('a buyer’s failed attempts are hidden behind their paid purchase until a filter shows them', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const form = await create(page, '/forms', newForm())
  const email = newBuyer()
  const declined = { paymentMethodId: 'pm_card_visa_chargeDeclined', email, status: 402 }
  await pay(product, form.id, [], declined)
  await pay(product, form.id, [], declined)
  await pay(product, form.id, [], { email })

  await page.goto(`/sales?form=${form.id}`)
  const sales = page.getByRole('main').getByRole('link', { name: 'Bea Novak' })
  await expect(sales.filter({ visible: true })).toHaveCount(1)
  const tries = page.getByRole('button', { name: '2 failed attempts' }).filter({ visible: true })
  await tries.click()
  await expect(tries).toHaveAttribute('aria-expanded', 'true')
  await expect(sales.filter({ visible: true })).toHaveCount(3)
  await expectAccessible(page)
  await page.goto(`/sales?form=${form.id}&status=failed`)
  await expect(sales.filter({ visible: true })).toHaveCount(2)
  await sales.filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/sales\/[0-9a-f-]{36}$/)
})

test('a sale made before the page is connected for live updates still appears under the bell @desktop', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  const form = await create(page, '/forms', newForm())
  const told = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/notices')
  await page.goto('/forms')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  const countOf = async () =>
    Number(/, (\d+) new/.exec((await bell.getAttribute('aria-label')) ?? '')?.[1] ?? 0)
  await expect(bell).toBeVisible()
  const { unread } = z.object({ unread: z.number() }).parse(await (await told).json())
  await pay(product, form.id, [])
  await expect.poll(countOf).toBeGreaterThan(unread)
})
