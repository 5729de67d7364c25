// Visitors and buyers use the product by keyboard alone.
import type { Locator } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { arriveAsDemo } from './arrive.ts'
import { pick, press, tabTo, toggle, type, typeCard } from './keyboard.ts'
import { newForm, newProduct } from './seller.ts'
import { chargesOf, newBuyer, openShop, send } from './shop.ts'
import { cardFrame, expect, test } from './test.ts'

test('by keyboard alone: a visitor contacts us, resets a password, and signs in after a mistake @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  const { demo } = product
  await page.goto('/login')
  await press(page, page.getByRole('link', { name: 'Contact us' }))
  await press(page, page.getByRole('button', { name: 'Send message' }))
  const name = page.getByLabel('Name')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('This field is required')
  await type(page, name, 'Bea Novak')
  await type(page, page.getByLabel('Email'), 'bea@example.com')
  await type(page, page.getByLabel('Subject'), 'Keys')
  await type(page, page.getByLabel('Message'), 'No mouse here')
  await press(page, page.getByRole('button', { name: 'Send message' }))
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeFocused()
  await press(page, page.getByRole('link', { name: 'Back to the home page' }))

  await press(page, page.getByRole('link', { name: 'Forgot password?' }))
  await type(page, page.getByLabel('Email'), 'nobody@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await press(page, page.getByRole('link', { name: 'Sign in' }))

  await type(page, page.getByLabel('Email'), demo.email)
  const password = page.getByLabel('Password', { exact: true })
  await type(page, password, 'not the password')
  await page.keyboard.press('Enter')
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription('Wrong password')
  await press(page, page.getByRole('button', { name: 'Show' }))
  await expect(password).toHaveAttribute('type', 'text')
  await type(page, password, demo.password)
  await press(page, page.getByRole('button', { name: 'Sign in', exact: true }))
  await expect(page).toHaveURL(/\/forms$/)

  await press(page, page.getByRole('link', { name: 'Skip to content' }))
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Create form' })).toBeFocused()
})

test('by keyboard alone: a visitor registers with a plan paid by card @desktop', async ({ page }) => {
  await page.goto('/register')
  await type(page, page.getByLabel('Your name'), 'Mira Stone')
  await type(page, page.getByLabel('Shop name'), 'Harbor Ceramics')
  await type(page, page.getByLabel('Email'), `person-${randomUUID()}@example.com`)
  await type(page, page.getByLabel('Password', { exact: true }), 'a fine long password')
  const plans = page.getByRole('group', { name: 'Plan' })
  await pick(page, plans, plans.getByRole('radio', { name: /Growth/ }))
  const pay = page.getByRole('button', { name: 'Create account and pay $49.00' })
  const card = cardFrame(page)
  await expect(card.getByRole('textbox').first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'Card' }).locator('.animate-pulse')).toHaveCount(0)
  await press(page, pay)
  await expect(page.getByText('Your card details are incomplete.')).toBeVisible()
  await expect(card.getByRole('textbox', { name: 'Card number' })).toBeFocused()
  await typeCard(page, '4242424242424242')
  await press(page, pay)
  await expect(page.getByRole('button', { name: 'Complete onboarding' })).toBeVisible()
})

// Proves accessible-payment.
test('by keyboard alone: a buyer adds a bump, pays and accepts an offer, and the seller refunds a part @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404.*\/pictures\//)
  const shop = await openShop(product)
  // A shop in the US offers a right to withdraw only if its policy says so.
  const policy = {
    sells: 'service',
    withdrawalDays: 14,
    onWithdrawal: 'refund_at_once',
    earlyStart: 'not_asked',
    ownText: null,
  }
  await send(product, ['PATCH', '/seller/policy'], policy, shop.token)
  const bump = newProduct()
  const offer = newProduct()
  const form = await shop.create('/forms', {
    ...newForm(),
    bumps: [await shop.create('/bumps', bump)],
    oneTimeOffer: await shop.create('/one-time-offers', offer),
  })
  const buyer = newBuyer()
  await page.goto(`/payment/${form}`)
  await toggle(page, page.getByRole('checkbox', { name: new RegExp(bump.title) }))
  const email = page.getByRole('textbox', { name: 'Email' })
  const pay = page.getByRole('button', { name: /\$68\.90/ })
  await press(page, pay)
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Enter your email')
  await type(page, email, buyer)
  await type(page, page.getByRole('textbox', { name: 'Name' }), 'Bea Novak')
  await typeCard(page, '4242424242424242')
  await press(page, pay)

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: offer.title })).toBeFocused()
  await page.keyboard.press('Escape')
  await press(page, dialog.getByRole('button', { name: /Yes , please/ }))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeFocused()
  expect(await chargesOf(product, buyer)).toEqual(['1990 usd', '6890 usd'])
  await press(page, page.getByRole('link', { name: 'View your purchase' }))
  await expect(page).toHaveURL(/\/purchases\//)
  await press(page, page.getByRole('link', { name: 'Withdraw from contract here' }).first())
  await toggle(page, page.getByRole('checkbox', { name: new RegExp(offer.title) }))
  await expect(page.getByRole('button', { name: 'Confirm withdrawal' })).toBeVisible()
  await press(page, page.getByRole('link', { name: 'Keep it' }))

  await arriveAsDemo(page, product)
  await page.goto('/sales')
  const main = page.getByRole('main')
  await type(page, page.getByRole('searchbox'), buyer)
  await page.keyboard.press('Enter')
  await expect(main.getByRole('status').getByText('2 found on this page')).toBeAttached()
  await press(page, main.getByRole('link', { name: 'Bea Novak' }).filter({ visible: true }).first())
  await expect(page).toHaveURL(/\/sales\/[0-9a-f-]+$/)
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await press(page, main.getByRole('button', { name: 'Refund' }))
  const howMuch = refund.getByRole('group', { name: 'Refund amount' })
  await pick(page, howMuch, howMuch.getByRole('radio', { name: 'Partial refund' }))
  await type(page, refund.getByLabel('Amount'), '1')
  await press(page, refund.getByRole('button', { name: 'Refund $1.00' }))
  await expect(refund).toBeHidden()
  await expect(main.getByRole('button', { name: 'Refund' })).toBeFocused()
  await expect(main.getByRole('heading', { name: 'Refunds' })).toBeVisible()
})

test('by keyboard alone: a buyer asked about a second purchase keeps their place @desktop', async ({
  page,
  product,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/, /status of 404.*\/pictures\//)
  const shop = await openShop(product)
  const choosePolicy = async (earlyStart: 'offered' | 'not_asked') => {
    const sold = { sells: 'service', withdrawalDays: 14, onWithdrawal: 'refund_at_once', ownText: null }
    await send(product, ['PATCH', '/seller/policy'], { ...sold, earlyStart }, shop.token)
  }
  // This test does not cover the page's other questions.
  await choosePolicy('offered')
  const form = await shop.create('/forms', newForm())
  const buyer = { email: newBuyer(), name: 'Bea Novak' }
  const bought = { form, bumps: [], ...buyer, paymentMethodId: 'pm_card_visa' }
  await send(product, ['POST', '/stripe/pay-form'], bought)
  await page.goto(`/payment/${form}`)
  await expect(page.getByRole('group', { name: 'When should the service begin?' })).toBeVisible()
  await choosePolicy('not_asked')

  await type(page, page.getByRole('textbox', { name: 'Email' }), buyer.email)
  await type(page, page.getByRole('textbox', { name: 'Name' }), buyer.name)
  await typeCard(page, '4242424242424242')
  const pay = page.getByRole('button', { name: /\$49\.00$/ })
  await press(page, pay)
  const question = page.getByRole('alert')
  await expect(question).toContainText('Buy it again?')
  await expect(question).toBeFocused()
  await press(page, page.getByRole('button', { name: 'No, do not buy again' }))
  await expect(question).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(pay).toBeFocused()

  // For a moment, a click still counts as one on the previous button.
  const agree = async (shown: Locator) =>
    expect(async () => {
      await page.keyboard.press('Enter')
      await expect(shown).toBeFocused({ timeout: 5_000 })
    }).toPass()
  await agree(question.filter({ hasText: 'Buy it again?' }))
  await tabTo(page, page.getByRole('button', { name: /^Yes, buy it again/ }))
  await agree(page.getByRole('heading', { name: 'Thank you!' }))
  await press(page, page.getByRole('button', { name: 'Buy again' }))
  await expect(page.getByRole('region', { name: 'Payment' })).toBeFocused()
})
