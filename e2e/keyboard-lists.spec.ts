// A seller finds, shares, changes and deletes items by keyboard alone.
import type { Page } from '@playwright/test'
import { arriveAsDemo } from './arrive.ts'
import { chooseFile, expectFocusInSight, pick, press, pressItem, tabTo, toggle, type } from './keyboard.ts'
import { newPicture } from './picture.ts'
import { create, newForm, newProduct } from './seller.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page, product, expectedErrors }) => {
  // The pictures of products made through the API were never uploaded.
  expectedErrors.push(/status of 404.*\/pictures\//)
  await arriveAsDemo(page, product)
})

const card = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title })
const question = (page: Page) => page.getByRole('alertdialog')

test('by keyboard alone: a seller finds, copies, shares, duplicates and deletes forms and adds timers @desktop', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const word = `keys${process.pid}x${Date.now()}`
  for (let number = 10; number < 21; number += 1) {
    await create(page, '/forms', newForm({ title: `${word} number ${number}` }))
  }
  const main = page.getByRole('main')
  await page.goto('/forms')
  await type(page, page.getByRole('searchbox', { name: 'Search forms' }), word)
  await page.keyboard.press('Enter')
  await expect(main.getByText('number 20')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Next' }))
  await expect(main.getByRole('heading', { level: 2 })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Previous' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(main.getByText('number 20')).toBeVisible()

  const last = card(page, `${word} number 20`)
  await press(page, last.getByRole('button', { name: 'Copy link' }))
  const toast = page.getByText('Link Copied to your clipboard!')
  await expect(toast).toBeVisible()
  await expect(last.getByRole('button', { name: 'Copy link' })).toBeFocused()
  const menu = last.getByRole('button', { name: 'More actions' })
  const choose = (action: string) =>
    pressItem(page, menu, last.getByRole('menuitem', { name: action, exact: true }))
  await choose('Copy short link')
  await expect(menu).toBeFocused()

  const share = page.getByRole('dialog', { name: 'Share' })
  await choose('Share')
  await press(page, share.getByRole('button', { name: 'Copy short link' }))
  const ways = share.getByRole('tablist')
  await pick(page, ways, ways.getByRole('tab', { name: 'QR code' }))
  const leadsTo = share.getByRole('group', { name: 'Link' })
  await pick(page, leadsTo, leadsTo.getByRole('radio', { name: 'Short link' }))
  const download = page.waitForEvent('download')
  await press(page, share.getByRole('button', { name: 'SVG' }))
  await download
  await pick(page, ways, ways.getByRole('tab', { name: 'Embed' }))
  await press(page, share.getByRole('button', { name: 'Copy embed code' }))
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab')
    await expect(share.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(share).toBeHidden()
  await expect(menu).toBeFocused()

  await choose('Delete')
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(menu).toBeFocused()
  await choose('Delete')
  await press(page, question(page).getByRole('button', { name: 'Delete' }))
  await expect(last).toHaveCount(0)
  await expect(
    card(page, `${word} number 19`).getByRole('link', { name: `${word} number 19`, exact: true }),
  ).toBeFocused()
  await expectFocusInSight(page)

  const next = card(page, `${word} number 19`)
  const ofNext = (action: string) =>
    pressItem(
      page,
      next.getByRole('button', { name: 'More actions' }),
      next.getByRole('menuitem', { name: action }),
    )
  await ofNext('Timers')
  await expect(page).toHaveURL(/\/forms\/details\//)
  const dialog = page.getByRole('dialog')
  await press(page, page.getByRole('button', { name: 'Add timer' }))
  await type(page, dialog.getByLabel('Title'), 'Early bird')
  await tabTo(page, dialog.getByLabel('Ends at'))
  await page.keyboard.type('01012038')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('1200PM')
  await press(page, dialog.getByRole('button', { name: 'Add timer' }))
  await expect(dialog).toBeHidden()
  await expect(main.locator(':focus')).toHaveCount(1)
  await press(page, page.getByRole('button', { name: 'Edit Early bird' }))
  await type(page, dialog.getByLabel('Title'), 'Late bird')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(main.locator(':focus')).toHaveCount(1)
  await press(page, page.getByRole('button', { name: 'Delete Late bird' }))
  await press(page, question(page).getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('No timer yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add timer' })).toBeFocused()

  await page.goto(`/forms?q=${word}`)
  await ofNext('Duplicate')
  await type(page, page.getByLabel('Title'), `${word} copy`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/forms$/)
  await expect(main.getByRole('link', { name: `${word} copy`, exact: true })).toBeVisible()
})

test('by keyboard alone: a seller creates, changes and deletes a bump, an offer and a tax @desktop', async ({
  page,
}) => {
  const main = page.getByRole('main')
  const addPicture = async () => {
    await chooseFile(page, main.getByRole('button', { name: 'Choose a picture' }), await newPicture())
    await expect(main.getByRole('button', { name: 'Replace picture' })).toBeFocused()
  }
  const bar = page.getByRole('navigation', { name: 'Main', exact: true })
  const remove = async (title: string) => {
    await press(page, card(page, title).getByRole('button', { name: 'Delete' }))
    await press(page, question(page).getByRole('button', { name: 'Delete' }))
    await expect(card(page, title)).toHaveCount(0)
    await expect(main.locator(':focus')).toHaveCount(1)
    await expectFocusInSight(page)
  }

  const bump = newProduct()
  await page.goto('/forms')
  await press(page, bar.getByRole('link', { name: 'Bumps' }))
  await press(page, main.getByRole('link', { name: 'Create bump' }))
  await type(page, page.getByLabel('Title'), bump.title)
  await type(page, page.getByLabel('Description'), 'Exercises')
  await addPicture()
  await type(page, page.getByLabel('Amount'), '19')
  await press(page, main.getByRole('button', { name: 'Create bump' }))
  await press(page, card(page, bump.title).getByRole('link', { name: 'Edit' }))
  await type(page, page.getByLabel('Amount'), '23.45')
  await press(page, main.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('bump updated successfully')).toBeVisible()
  await press(page, bar.getByRole('link', { name: 'Bumps' }))
  await expect(card(page, bump.title)).toContainText('$23.45')
  await remove(bump.title)

  const offer = newProduct()
  await press(page, bar.getByRole('link', { name: 'One Time Offers' }))
  await press(page, main.getByRole('link', { name: 'Create offer' }))
  await type(page, page.getByLabel('Title'), offer.title)
  await type(page, page.getByLabel('Description'), 'One hour')
  await addPicture()
  await type(page, page.getByLabel('Amount'), '79')
  for (const tag of ['lesson', 'garden']) {
    await type(page, page.getByRole('textbox', { name: 'Tags' }), tag)
    await page.keyboard.press('Enter')
  }
  await press(page, main.getByRole('button', { name: 'Remove lesson' }))
  await expect(main.getByRole('button', { name: 'Remove garden' })).toBeFocused()
  await press(page, main.getByRole('button', { name: 'Create offer' }))
  await press(page, card(page, offer.title).getByRole('link', { name: 'Edit' }))
  await toggle(page, page.getByLabel('Active product'))
  await press(page, main.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('one Time Offer updated successfully')).toBeVisible()
  await press(page, bar.getByRole('link', { name: 'One Time Offers' }))
  await expect(card(page, offer.title)).toContainText('Inactive')
  await remove(offer.title)

  const tax = `Levy of ${bump.title}`
  await press(page, bar.getByRole('link', { name: 'Taxes' }))
  await press(page, main.getByRole('link', { name: 'Create tax' }))
  await type(page, page.getByLabel('Title'), tax)
  await type(page, page.getByLabel('Percentage'), '200')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Percentage')).toBeFocused()
  await expect(page.getByLabel('Percentage')).toHaveAccessibleDescription('Percentage cannot exceed 100%')
  await type(page, page.getByLabel('Percentage'), '20')
  await toggle(page, page.getByLabel('Inclusive'))
  await press(page, main.getByRole('button', { name: 'Create tax' }))
  await press(page, card(page, tax).getByRole('link', { name: 'Edit' }))
  await toggle(page, page.getByLabel('Active'))
  await press(page, main.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByText('Tax rate updated successfully')).toBeVisible()
  await press(page, bar.getByRole('link', { name: 'Taxes' }))
  await remove(tax)
})

test('by keyboard alone: a seller uses the menu, the color scheme and the small screen’s panel @desktop', async ({
  page,
}) => {
  const main = page.getByRole('main')
  const menu = page.getByRole('button', { name: 'User menu' })
  await page.goto('/sales')
  await press(page, menu)
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Team' })).toBeFocused()
  await expectFocusInSight(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/team$/)
  const theme = page.getByRole('button', { name: /^Appearance/ })
  await press(page, theme)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(theme).toBeFocused()

  // 1280 by 1024 pixels at 400 % zoom.
  await page.setViewportSize({ width: 320, height: 256 })
  const panel = page.getByRole('navigation', { name: 'Main, small screens' })
  await press(page, page.getByRole('button', { name: 'Open menu' }))
  await press(page, panel.getByRole('link', { name: 'Forms' }))
  await expect(page).toHaveURL(/\/forms$/)
  await expect(panel).toBeHidden()
  await pressItem(
    page,
    main.getByRole('button', { name: 'More actions' }).first(),
    main.getByRole('menuitem', { name: 'Delete', exact: true }).first(),
  )
  await tabTo(page, question(page).getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Escape')
  await press(page, page.getByRole('button', { name: 'Open menu' }))
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, panel.getByRole('button', { name: 'Logout' }))
  await expect(page).toHaveURL(/\/login$/)
})
