import { z } from 'zod'
import { expect, expectAccessible, fillCard, test } from './test.ts'

const Charges = z.object({
  data: z.array(
    z.object({ status: z.string(), amount: z.number(), billing_details: z.object({ email: z.string() }) }),
  ),
})

test('a buyer pays a form by card and is charged once', async ({ page, product, request }) => {
  const email = `ines-${crypto.randomUUID()}@example.com`
  await page.goto(product.demo.forms[0]?.path ?? '')
  await expectAccessible(page)

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill('Ines')
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Start painting' }).click()

  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await expectAccessible(page)
  const answer = await request.get(`${product.sandboxUrl}/sandbox/charges`)
  const charges = Charges.parse(await answer.json()).data
  expect(charges.filter(({ billing_details }) => billing_details.email === email)).toMatchObject([
    { status: 'succeeded', amount: 4900 },
  ])
})
