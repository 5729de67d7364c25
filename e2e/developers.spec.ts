// A seller's webhook from creation to a delivered event. The receiver runs in this process.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { z } from 'zod'
import { confirmIdentity } from './confirm-identity.ts'
import { signIn } from './seller.ts'
import { expect, expectAccessible, test } from './test.ts'

const message = z.object({ type: z.string(), challenge: z.string().optional() })

/** Answers challenges, and accepts events while `isWell` is true. */
async function receive() {
  const types: string[] = []
  const state = { isWell: true }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { type, challenge } = message.parse(JSON.parse(Buffer.concat(chunks).toString()))
      types.push(type)
      response.writeHead(state.isWell ? 200 : 500).end(challenge ?? 'thanks')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return { url: `http://localhost:${port}/hooks`, types, state, close: () => server.close() }
}

test('a seller adds a webhook, turns it on, tests it and sees a payment delivered', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 422/)
  const receiver = await receive()
  await signIn(page, product)
  await page.goto('/settings/developers')
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
  await dialog.getByLabel('Name').fill('Course platform')
  await dialog.getByLabel('URL').fill('https://10.0.0.1/hooks')
  await dialog.getByText('Selected events').click()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText('Select at least one event', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByText('All events').click()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await confirmIdentity(page, product.demo.password)
  await expect(dialog.getByText(/^Enter a host on the public internet/)).toBeVisible()
  await dialog.getByLabel('URL').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const added = page.getByRole('alertdialog', { name: 'Webhook added' })
  await expect(added.getByText(/^whsec_/)).toBeVisible()
  await expectAccessible(page)
  await added.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: 'Course platform' }).click()
  receiver.state.isWell = false
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('your program answered 500')).toBeVisible()
  receiver.state.isWell = true
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Everything is delivered.')).toBeVisible()

  await page.getByRole('button', { name: 'Send a test' }).click()
  const trial = page.getByRole('dialog', { name: 'Send a test' })
  await trial.getByRole('button', { name: 'Send test' }).click()
  await expect(trial.getByText(/^Your program accepted it with 200/)).toBeVisible()
  await expectAccessible(page)
  await trial.getByRole('button', { name: 'Close' }).last().click()

  const form = product.demo.forms[0]?.path.split('/').at(-1)
  const buyer = { name: 'Bea Novak', email: 'webhook@example.com', paymentMethodId: 'pm_card_visa' }
  const paid = await page.request.post('/api/stripe/pay-form', {
    headers: { 'idempotency-key': randomUUID() },
    data: { form, ...buyer },
  })
  expect(paid.status()).toBe(200)
  // The test event was the first delivery.
  const payments = () => receiver.types.filter((type) => type === 'purchase.paid').length
  await expect.poll(payments, { timeout: 120_000 }).toBe(2)
  const delivery = page.getByRole('listitem').filter({ hasText: 'purchase.paid' })
  await expect(async () => {
    await page.reload()
    await expect(delivery.getByText('Delivered')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await delivery.getByRole('button', { name: 'purchase.paid' }).click()
  await expect(delivery.getByText('"webhook@example.com"').first()).toBeVisible()
  await expect(delivery.getByText('thanks')).toBeVisible()
  await expectAccessible(page)
  await delivery.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(payments, { timeout: 120_000 }).toBe(3)
  receiver.close()
})

test('a seller connects Google Analytics and has it check a sample purchase @desktop', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await page.goto('/settings/conversions')
  await expect(page.getByText('No ad platforms yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Connect an ad platform' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect an ad platform' })
  await dialog.getByLabel('Measurement ID').fill('UA-1234')
  await dialog.getByLabel('API secret').fill('a secret of Google')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(dialog.getByText('A measurement ID looks like G-AB12CD34EF')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Measurement ID').fill('G-AB12CD34E1')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await confirmIdentity(page, product.demo.password)
  const target = page.getByRole('listitem').filter({ hasText: 'G-AB12CD34E1' })
  await target.getByRole('button', { name: 'Send a test' }).click()
  await expect(target.getByText('Google accepts the sample purchase')).toBeVisible()
  await expectAccessible(page)
})
