// The card-testing guard costs honest buyers and sellers only a moment, and a wait after several declines.
import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { askForWork } from './ask-for-work.ts'
import { expect, expectAccessible, fillCard, test } from './test.ts'

const payPath = '**/api/stripe/pay-form'

test(
  'the payment page solves the server’s challenges and waits as long as the server asks @desktop',
  { tag: '@desktop' },
  async ({ page, product, expectedErrors }) => {
    expectedErrors.push(/status of 4(02|28)/)
    const challenge = `${Math.floor(Date.now() / 1000) + 300}.14.Qk3xYzAbCdEfGhIj.signature`
    const proofs: (string | undefined)[] = []
    const refusals = [
      { status: 402, wait: '5', code: 'payment_refused', details: { reason: 'insufficient_funds' } },
      { status: 428, wait: '', code: 'proof_needed', details: { challenge } },
    ]
    await page.route(payPath, async (route) => {
      proofs.push(z.object({ proof: z.string().optional() }).parse(route.request().postDataJSON()).proof)
      const refusal = refusals.shift()
      if (refusal === undefined) return route.continue()
      const { status, wait, code, details } = refusal
      const json = { code, message: 'Your card has insufficient funds.', requestId: 'r', details }
      return route.fulfill({ status, json, headers: wait === '' ? {} : { 'retry-after': wait } })
    })
    await page.goto(product.demo.forms[0]?.path ?? '')
    await page.getByRole('textbox', { name: 'Email' }).fill('patient@example.com')
    await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
    await fillCard(page, '4242424242424242')
    const button = page.locator('form button[type=submit]')
    await button.click()

    await expect(page.getByText('You can try again in 5 seconds.')).toBeVisible()
    await expect(button).toBeDisabled()
    await expect(button).toHaveText(/^Try again in \d seconds?$/)
    await expectAccessible(page)
    await expect(button).toBeEnabled()
    await button.click()
    await expect(page.getByText('Form paid successfully')).toBeVisible()
    const proof = proofs.at(-1) ?? ''
    expect(proofs).toEqual([undefined, undefined, proof])
    expect(proof.startsWith(`${challenge}.`)).toBe(true)
    expect(createHash('sha256').update(proof).digest().readUInt16BE(0)).toBeLessThan(4)
  },
)

test('a visitor who registers while stolen cards are tested does not notice the extra work @desktop', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 428/)
  const { proofs, isProof } = await askForWork(page, '**/api/authentication/register', 1)
  await page.goto('/register')
  await page.getByLabel('Your name').fill('Mira Stone')
  await page.getByLabel('Email').fill(`person-${randomUUID()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('a fine long password')
  await page.getByRole('radio', { name: /Growth/ }).check()
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Create account and pay $49.00' }).click()
  await expect(page.getByRole('button', { name: 'Complete onboarding' })).toBeVisible()
  expect(proofs.map(isProof)).toEqual([false, true])
})
