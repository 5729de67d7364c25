// Every test card that is declined, authenticated or unusual, with the page's message and the buyer's next step.
import type { Page } from '@playwright/test'
import { chargesOf, fillBuyer, newBuyer, openShop } from './shop.ts'
import { cardFrame, expect, fillCard, test } from './test.ts'

const another = 'Try another card.'
const anyOther = 'Try again or use another card.'
const correct = 'Please correct it and try again.'

/** Neighboring cards have different messages, so that a previous message is not mistaken for the next one. */
const declined = [
  ['4000000000000002', 'Your card was declined.', anyOther],
  ['4000000000009995', 'Your card has insufficient funds.', another],
  ['4000000000009987', 'Your card was declined.', anyOther],
  ['4000000000000069', 'Your card has expired.', correct],
  ['4000000000009979', 'Your card was declined.', anyOther],
  [
    '4000000000006975',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    another,
  ],
  ['4100000000000019', 'Your card was declined.', anyOther],
  ['4000000000000127', "Your card's security code is incorrect.", correct],
  ['4000000000000341', 'Your card was declined.', anyOther],
  [
    '4000000000000119',
    'An error occurred while processing your card. Try again in a little bit.',
    'Try again in a moment.',
  ],
  ['4000008400001280', 'Your card was declined.', anyOther],
] as const
const declinedAfterBank = [
  ['4000008260003178', 'Your card has insufficient funds.', another],
  ['4000008400001629', 'Your card was declined.', anyOther],
] as const
const paidAfterBank = ['4000002500003155', '4000002760003184', '4000003800000446', '4000000000003220']
const paid = [
  '4000000000003055',
  '4000000000003097',
  '4000000000000101',
  '4000000000000259',
  '378282246310005',
]

const payButton = (page: Page) => page.getByRole('button', { name: 'Pay $49.00' })
const atBank = (page: Page, answer: string) =>
  page
    .frameLocator('iframe[title="Authenticate your payment"]')
    .getByRole('button', { name: `${answer} authentication` })
    .click()

async function payWith(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page)
  for (const name of ['Card number', 'Expiry date', 'CVC']) {
    const field = frame.getByRole('textbox', { name })
    if ((await field.inputValue()) !== '') await field.fill('')
  }
  await fillCard(page, number)
  await payButton(page).click()
}

/** Expects the card field to announce the problem and what to do next. */
async function expectProblem(page: Page, message: string, advice: string): Promise<void> {
  const card = page.getByRole('group', { name: 'Payment' })
  await expect(card.getByText(`${message} ${advice}`, { exact: true })).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
}

test('each test card has its expected outcome, and the next card pays @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 402/)
  const { create } = await openShop(product)
  const form = await create('/forms', {
    title: 'A form for every card',
    description: 'All of them',
    video: 'https://youtu.be/dQw4w9WgXcQ',
    amount: 49,
    currency: 'usd',
  })
  await page.goto(`/payment/${form}`)
  const email = newBuyer()
  await fillBuyer(page, email)
  await payWith(page, '4242424242424241')
  await expect(cardFrame(page).getByText('Your card number is invalid.')).toBeVisible()
  for (const [number, message, advice] of declined) {
    await payWith(page, number)
    await expectProblem(page, message, advice)
  }
  for (const [number, message, advice] of declinedAfterBank) {
    await payWith(page, number)
    await atBank(page, 'Complete')
    await expectProblem(page, message, advice)
  }
  await payWith(page, '4000002760003184')
  await atBank(page, 'Fail')
  await expectProblem(
    page,
    'Your bank could not verify you. You have not been charged.',
    'Try again or use another payment method.',
  )
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  expect(await chargesOf(product, email)).toEqual([])
  await payWith(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await chargesOf(product, email)).toEqual(['4900 usd'])

  for (const number of [...paidAfterBank, ...paid]) {
    const buyer = newBuyer()
    await page.getByRole('button', { name: 'Buy again' }).click()
    await fillBuyer(page, buyer)
    await payWith(page, number)
    if (paidAfterBank.includes(number)) await atBank(page, 'Complete')
    await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
    expect([number, await chargesOf(product, buyer)]).toEqual([number, ['4900 usd']])
  }
})
