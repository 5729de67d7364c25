// A click that leaves a field counts, even if leaving it shows an error and moves the content below.
import type { Locator, Page } from '@playwright/test'
import { arriveAsDemo } from './arrive.ts'
import { newBuyer } from './shop.ts'
import { grantSuperAdmin, signInAs, signUp } from './super-admin.ts'
import { cardFrame, expect, test } from './test.ts'

type Editor = {
  readonly path: string
  /** Opens the editor if it is a dialog on a page. */
  readonly button?: string
  /** The last field that can be left invalid, and the text typed there. */
  readonly label: string
  readonly typed: string
  readonly save: string
}

const editors: readonly Editor[] = [
  { path: '/taxes/create', label: 'Percentage', typed: '-1', save: 'Create tax' },
  { path: '/coupons/create', label: 'Percentage', typed: '-1', save: 'Create coupon' },
  { path: '/bumps/create', label: 'Amount', typed: '-1', save: 'Create bump' },
  { path: '/one-time-offers/create', label: 'Amount', typed: '-1', save: 'Create offer' },
  { path: '/forms/create', label: 'Video', typed: 'nowhere', save: 'Create form' },
  { path: '/forms/create', button: 'Create bump', label: 'Amount', typed: '-1', save: 'Create bump' },
  { path: '/forms/create', button: 'Create offer', label: 'Amount', typed: '-1', save: 'Create offer' },
  { path: '/forms/create', button: 'Create tax', label: 'Percentage', typed: '-1', save: 'Create tax' },
  { path: '/team', button: 'Invite', label: 'Email', typed: 'nobody', save: 'Send invitation' },
]

const platformEditors: readonly Editor[] = [
  { path: '/admin/roles/create', label: 'Description', typed: '', save: 'Create role' },
  { path: '/admin/permissions/create', label: 'Description', typed: '', save: 'Create permission' },
]

test('a tap on save saves in every editor, even from an invalid field @phone', async ({ page, product }) => {
  await arriveAsDemo(page, product)
  for (const editor of editors) await leaveByPress(page, editor, pressByMouse)
})

test('a tap on save saves in the platform’s editors, even from an invalid field @phone', async ({
  page,
  product,
}) => {
  const boss = await signUp(product)
  await grantSuperAdmin(product, boss)
  await signInAs(page, boss)
  for (const editor of platformEditors) await leaveByPress(page, editor, pressByMouse)
})

test('a tap on save, even from an invalid field, works like a mouse click @phone', async ({
  page,
  product,
}) => {
  await arriveAsDemo(page, product)
  for (const editor of editors.slice(0, 1)) await leaveByPress(page, editor, pressByFinger)
})

test('the first click on the pay button counts, whatever the card field shows @desktop', async ({
  page,
  product,
}) => {
  await page.goto(product.demo.forms[0]?.path ?? '')
  const email = page.getByRole('textbox', { name: 'Email' })
  const card = cardFrame(page)
  const pay = page.locator('form button[type=submit]')
  const leaveCard = async () => {
    await card.getByRole('textbox', { name: 'Card number' }).pressSequentially('4242')
    await pay.scrollIntoViewIfNeeded()
    const { x, y } = await middleOf(pay)
    const { height = 0 } = (await pay.boundingBox()) ?? {}
    await page.mouse.click(x, y - height / 2 + 2, { delay: 300 })
  }
  await test.step('the field left by the click shows its error and moves the button away', async () => {
    await leaveCard()
    await expect(email).toBeFocused()
    await expect(card.getByText('Your card number is incomplete.')).toBeVisible()
  })
  await test.step('a busy device delivers the input late', async () => {
    await page.reload()
    await email.fill(newBuyer())
    await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
    await card.getByRole('textbox', { name: 'Card number' }).focus()
    await expect(pay).toBeEnabled()
    await pay.scrollIntoViewIfNeeded()
    const { x, y } = await middleOf(pay)
    await page.evaluate(() => {
      setTimeout(() => {
        const end = performance.now() + 3_000
        while (performance.now() < end);
      }, 100)
    })
    await card.locator('body').evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
    const typed = '42424242424242421234123'.split('').map((key) => page.keyboard.press(key))
    await Promise.all([...typed, page.mouse.click(x, y)])
    await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  })
  await test.step('the page for paying a plan behaves the same', async () => {
    await page.goto('/register')
    await page.getByRole('radio', { name: /Growth/ }).check()
    await leaveCard()
    await expect(page.getByLabel('Your name')).toHaveAttribute('aria-invalid', 'true')
  })
})

test('a double click on a create button creates only one item @desktop', async ({ page, product }) => {
  await arriveAsDemo(page, product)
  let created = 0
  await page.route('**/api/taxes', async (route) => {
    if (route.request().method() === 'POST') created += 1
    await route.continue()
  })
  await page.goto('/taxes/create')
  await page.getByLabel('Title').fill('Pressed twice')
  await page.getByLabel('Percentage').fill('7')
  await page.getByRole('button', { name: 'Create tax' }).dblclick()
  await expect(page).toHaveURL(/\/taxes$/)
  await page.goto('/taxes/create')
  await page.getByLabel('Title').fill('Pressed often')
  await page.getByLabel('Percentage').fill('8')
  await page.getByRole('button', { name: 'Create tax' }).evaluate((button: HTMLElement) => {
    for (let presses = 0; presses < 20; presses += 1) button.click()
  })
  await expect(page).toHaveURL(/\/taxes$/)

  expect(created).toBe(2)
})

test('a double click on a dialog’s button acts only once @desktop', async ({ page, product }) => {
  await arriveAsDemo(page, product)
  let deleted = 0
  await page.route('**/api/taxes/*', async (route) => {
    if (route.request().method() === 'DELETE') deleted += 1
    await route.continue()
  })
  await page.goto('/taxes')
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).dblclick()
  await expect(page.getByText('Tax rate deleted successfully')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()

  expect(deleted).toBe(1)
})

type Press = (page: Page, button: Locator) => Promise<void>

async function leaveByPress(page: Page, editor: Editor, press: Press): Promise<void> {
  await test.step(`${editor.path} ${editor.button ?? ''}`, async () => {
    const form = await open(page, editor)
    const field = form.getByLabel(editor.label, { exact: true }).and(page.locator(':not([type=radio])'))
    await field.fill(editor.typed)
    const button = form.getByRole('button', { name: editor.save, exact: true })
    await button.scrollIntoViewIfNeeded()
    await press(page, button)
    // Saving marks every invalid field and focuses the first one.
    await expect(form.locator('[aria-invalid=true], [data-invalid=true]').first()).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  })
}

async function open(page: Page, { path, button }: Editor): Promise<Locator> {
  await page.goto(path)
  if (button === undefined) return page.getByRole('main').locator('form')
  await page.getByRole('button', { name: button, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  // The dialog moves while it appears.
  await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  return dialog.locator('form')
}

/** How long a quick press lasts, in milliseconds. */
const held = 80

async function middleOf(button: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
  return { x: x + width / 2, y: y + height / 2 }
}

async function pressByMouse(page: Page, button: Locator): Promise<void> {
  const { x, y } = await middleOf(button)
  await page.mouse.click(x, y, { delay: held })
}

async function pressByFinger(page: Page, button: Locator): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const touchPoints = [await middleOf(button)]
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.waitForTimeout(held)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}
