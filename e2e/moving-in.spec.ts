// A new seller's path from registration to the first sale and later problems. The test counts every click and key press
// except typing.
import { type Locator, type Page } from '@playwright/test'
import { password } from './arrive.ts'
import { newPicture } from './picture.ts'
import type { Product } from './product.ts'
import { newBuyer } from './shop.ts'
import { cardFrame, expect, fillCard, test } from './test.ts'

test.use({ spoilsProduct: true })

/** The maximum number of clicks and key presses, not counting typing. */
const most = 60

/** Counts a seller's actions, including entering a field by click or Tab and those in the system's file dialog. */
function handOf(page: Page) {
  const stages: { name: string; presses: number }[] = []
  const count = (presses = 1) => {
    const stage = stages.at(-1)
    if (stage !== undefined) stage.presses += presses
  }
  const hand = {
    stages,
    begin: (name: string) => stages.push({ name, presses: 0 }),
    async press(target: Locator) {
      await target.click()
      count()
    },
    async key(key: string) {
      await page.keyboard.press(key)
      count()
    },
    /** Types into a field. Entering it counts as a press only if it does not have the focus yet. */
    async type(field: Locator, text: string) {
      const hasFocus = await field.evaluate((element) => element === element.ownerDocument.activeElement)
      if (!hasFocus) count()
      await field.fill(text)
    },
    async chooseFile(button: Locator) {
      await button.setInputFiles(await newPicture())
      count(2)
    },
    async typeCard(number: string) {
      const frame = cardFrame(page)
      await hand.type(frame.getByRole('textbox', { name: 'Card number' }), number)
      await hand.type(frame.getByRole('textbox', { name: 'Expiry date' }), '12 / 34')
      await hand.type(frame.getByRole('textbox', { name: 'CVC' }), '123')
    },
  }
  return hand
}

/** Simulates the bank and the clock: the card is saved, and its next charge is declined. */
async function failRenewal(page: Page, product: Product): Promise<void> {
  await page.goto('/billing')
  await page.getByRole('button', { name: 'Replace card' }).click()
  await fillCard(page, '4000000000000341')
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByText('ending in 0341')).toBeVisible()
  const moved = await page.request.post(`${product.sandboxUrl}/sandbox/clock`, {
    data: { advance: 32 * 24 * 60 * 60 },
  })
  expect(moved.status()).toBe(200)
  await page.close()
}

test('a new seller registers, sells, refunds, fixes a failed renewal and changes plans with few clicks', async ({
  page,
  product,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[24]/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const hand = handOf(page)
  const dialog = page.getByRole('dialog')
  const named = (role: 'button' | 'link' | 'tab' | 'menuitem', name: string | RegExp) =>
    page.getByRole(role, { name, exact: typeof name === 'string' })

  hand.begin('register')
  await page.goto('/register')
  await hand.type(page.getByLabel('Your name'), 'Mira Stone')
  await hand.type(page.getByLabel('Email'), newBuyer())
  await hand.type(page.getByLabel('Password').first(), password)
  await hand.press(page.getByRole('radio', { name: /Growth/ }))
  await hand.typeCard('4242424242424242')
  await hand.press(named('button', /^Create account and pay/))
  // Stripe's page asks for the account holder's details.
  await named('button', 'Complete onboarding').click()
  await expect(page.getByText('Everything is set up')).toBeVisible()

  hand.begin('name and logo')
  const shop = page.getByRole('form', { name: 'Shop' })
  if ((await shop.count()) === 0) {
    await hand.press(named('button', 'User menu'))
    await hand.press(named('menuitem', 'Settings'))
    await hand.press(named('link', 'Shop'))
  }
  await expect(shop.getByLabel('Shop name')).toHaveValue('Mira Stone')
  await hand.chooseFile(shop.getByLabel('Logo', { exact: true }))
  await expect(shop.locator('img').first()).toBeVisible()
  await hand.press(shop.getByRole('button', { name: 'Save shop' }))
  await expect(page.getByText('Shop saved')).toBeVisible()

  hand.begin('form with two bumps, tax, timer and offer')
  await hand.press(named('link', 'Forms'))
  await hand.press(named('link', 'Create a form'))
  await hand.type(page.getByLabel('Title'), 'A weekend of ceramics')
  await hand.type(page.getByLabel('Description'), 'Two days at the wheel')
  await hand.chooseFile(page.getByLabel('Picture', { exact: true }))
  await expect(page.getByRole('button', { name: 'Replace picture' })).toBeVisible()
  await hand.type(page.getByLabel('Amount').first(), '80')
  const bumps = page.getByRole('group', { name: 'Order bumps' })
  for (const [title, amount] of [
    ['Clay to take home', '12'],
    ['An apron to keep', '19'],
  ] as const) {
    await hand.press(bumps.getByRole('button', { name: 'Create bump' }))
    await hand.type(dialog.getByLabel('Title'), title)
    await hand.type(dialog.getByLabel('Description'), 'Ready on the day')
    await hand.chooseFile(dialog.getByLabel('Picture'))
    await expect(dialog.getByRole('button', { name: 'Replace picture' })).toBeVisible()
    await hand.type(dialog.getByLabel('Amount'), amount)
    await hand.key('Enter')
    await expect(dialog).toBeHidden()
  }
  await hand.press(named('button', 'Create tax'))
  await hand.type(dialog.getByLabel('Title'), 'Sales tax')
  await hand.type(dialog.getByLabel('Percentage'), '8')
  await hand.key('Enter')
  await expect(dialog).toBeHidden()
  await hand.press(named('button', 'Add timer'))
  await hand.type(dialog.getByLabel('Title'), 'Early bird')
  await hand.type(dialog.getByLabel('Ends at'), '2038-01-01T12:00')
  await hand.type(dialog.getByLabel('New price'), '90')
  await hand.key('Enter')
  await expect(dialog).toBeHidden()
  await hand.press(named('button', 'Create offer'))
  await hand.type(dialog.getByLabel('Name'), 'A second weekend')
  await hand.type(dialog.getByLabel('Description'), 'Glazing what you made')
  await hand.chooseFile(dialog.getByLabel('Picture'))
  await expect(dialog.getByRole('button', { name: 'Replace picture' })).toBeVisible()
  await hand.type(dialog.getByLabel('Amount'), '60')
  await hand.key('Enter')
  await expect(dialog).toBeHidden()
  await hand.press(named('button', 'Create form'))
  await expect(page.getByText('form created successfully')).toBeVisible()

  hand.begin('share')
  await hand.press(named('button', /^More actions for /))
  await hand.press(named('menuitem', 'Share'))
  await hand.press(dialog.getByRole('button', { name: 'Copy payment link' }))
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await hand.key('Escape')

  const shopper = await context.newPage()
  await shopper.goto(link)
  await shopper.getByRole('textbox', { name: 'Email' }).fill(newBuyer())
  await shopper.getByRole('textbox', { name: 'Name' }).fill('Clara Young')
  await fillCard(shopper, '4242424242424242')
  await shopper.getByRole('button', { name: /^Pay / }).click()
  await shopper.getByRole('button', { name: /No/ }).first().click()
  await expect(shopper.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await shopper.close()

  hand.begin('first sale and its notice')
  await expect(page.getByText(/Clara Young bought/).first()).toBeVisible()
  await hand.press(named('button', 'Open'))

  hand.begin('refund')
  await hand.press(named('button', /^Refund/))
  await hand.press(page.getByRole('dialog').getByRole('button', { name: /^Refund/ }))
  await expect(page.getByText(/Refunded/).first()).toBeVisible()

  hand.begin('failed renewal')
  await failRenewal(await context.newPage(), product)
  await hand.press(named('link', 'Billing'))
  await page.waitForURL(/\/billing$/)
  // The seller returns a month later in a new tab, after Stripe's event has arrived.
  await expect(async () => {
    await page.reload()
    await expect(named('button', 'Pay now')).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  await hand.press(named('button', 'Replace card'))
  await hand.typeCard('4242424242424242')
  await hand.press(dialog.getByRole('button', { name: 'Save card' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Renews on /)).toBeVisible()

  hand.begin('downgrade')
  await hand.press(named('button', 'Change to Basic'))
  await expect(dialog.getByRole('listitem').filter({ hasText: 'A weekend of ceramics' })).toBeVisible()
  await hand.press(dialog.getByRole('button', { name: 'Confirm change' }))
  await expect(dialog).toBeHidden()

  hand.begin('return')
  await hand.press(named('button', 'Change to Growth'))
  await hand.press(dialog.getByRole('button', { name: /^(Pay|Confirm)/ }))
  await expect(dialog).toBeHidden()

  const total = hand.stages.reduce((sum, { presses }) => sum + presses, 0)
  test.info().annotations.push({ type: 'presses', description: JSON.stringify(hand.stages) })
  expect(total, JSON.stringify(hand.stages)).toBeLessThanOrEqual(most)
})
