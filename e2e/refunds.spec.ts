// What buyers keep after a purchase and lose after a refund.
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { arriveAsDemo } from './arrive.ts'
import type { Product } from './product.ts'
import { expect, expectAccessible, fillCard, test } from './test.ts'

/** Signs in as the demo's seller and makes a form with a downloadable file. Returns the form's id. */
async function sellFile(page: Page, product: Product): Promise<string> {
  await arriveAsDemo(page, product)
  const token = await page.evaluate(() => localStorage.getItem('sessionToken'))
  const headers = { authorization: `Bearer ${token}` }
  const upload = await page.request.post('/api/uploads/files', {
    headers,
    multipart: {
      type: 'form',
      file: { name: 'Field guide.txt', mimeType: 'text/plain', buffer: Buffer.from('Look up often.') },
    },
  })
  const file: unknown = await upload.json()
  const form = await page.request.post('/api/forms', {
    headers,
    data: {
      title: 'A field guide to clouds',
      description: 'Forty skies and how to read them',
      video: 'https://youtu.be/dQw4w9WgXcQ',
      amount: 24,
      currency: 'usd',
      successMessage: 'Enjoy the sky.',
      files: [file],
    },
  })
  return z.object({ id: z.string() }).parse(await form.json()).id
}

async function buy(page: Page, form: string, email: string): Promise<void> {
  await page.goto(`/payment/${form}`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: /\$24\.00/ }).click()
  await expect(page.getByText('Form paid successfully')).toBeVisible()
}

async function openSale(page: Page, email: string): Promise<void> {
  await page.goto('/sales')
  await page.getByRole('searchbox').fill(email)
  const found = page.getByRole('main').locator('a[href^="/sales/0"]').filter({ visible: true })
  await expect(found).toHaveCount(1)
  await found.click()
  await expect(page).toHaveURL(/\/sales\/[0-9a-f-]+$/)
}

test('a seller who retries a failed refund repeats the same refund @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/)
  const email = `cloud-again-${Date.now()}@example.com`
  await buy(page, await sellFile(page, product), email)
  await openSale(page, email)
  const keys: (string | undefined)[] = []
  await page.route('**/api/sales/*/refunds', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Try again.', requestId: '' } })
  })
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Partial refund').click()
  await dialog.getByLabel('Amount').fill('4')
  await dialog.getByRole('button', { name: 'Refund $4.00' }).click()
  await expect(dialog.getByText('Try again.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Refund $4.00' }).click()
  await expect(dialog).toBeHidden()

  expect(keys).toEqual([keys[0], keys[0]])
  await expect(page.getByText('$20.00 can go back')).toHaveCount(0)
  await expect(page.getByRole('main').getByText('$4.00').first()).toBeVisible()
})

test('a buyer downloads the purchase and sees a partial and then a full refund @desktop', async ({
  page,
  product,
}) => {
  const email = `refund-${process.pid}-${Date.now()}@example.com`
  const form = await sellFile(page, product)
  await buy(page, form, email)
  await page.getByRole('link', { name: 'View your purchase' }).click()

  // The payment page has the same heading and message.
  await expect(page).toHaveURL(/\/purchases\//)
  await expect(page.getByRole('heading', { name: 'A field guide to clouds' })).toBeVisible()
  await expect(page.getByText('Enjoy the sky.')).toBeVisible()
  const address = page.url()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Field guide.txt' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Field guide.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe('Look up often.')

  await openSale(page, email)
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByText('Partial refund', { exact: true }).click()
  await page.getByLabel('Amount').fill('30')
  await expect(page.getByText('An amount above zero and up to $24.00')).toBeVisible()
  await page.getByLabel('Amount').fill('4.50')
  await page.getByLabel('Reason').fill('The rain page is blank')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Refund $4.50' }).click()
  await expect(page.getByText('Refunded $4.50')).toBeVisible()
  await expect(page.getByText('Partly refunded').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('The rain page is blank')
  await page.goto(address)
  await expect(page.getByText('−$4.50')).toBeVisible()
  await expect(page.getByText('The rain page is blank')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Download Field guide.txt' })).toBeVisible()

  await openSale(page, email)
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByRole('button', { name: 'Refund $19.50' }).click()
  await expect(page.getByText('Refunded $19.50')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await page.goto(address)
  await expect(page.getByText('Its downloads are no longer available')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download Field guide.txt' })).toHaveCount(0)
})

test('a purchase page without its key is friendly and reveals nothing @desktop', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  const answer = await page.goto('/purchases/01a1f882-85a6-763a-997b-e9385dbf9804?key=guessed')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This purchase cannot be found' })).toBeVisible()
})
