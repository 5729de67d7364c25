// Confirmation dialogs behind rarely used buttons, in a busy shop and on the platform's pages.
import type { Page } from '@playwright/test'
import type { BusyShop } from './busy-shop.ts'
import { addDifference } from './book-difference.ts'
import { chooseAction, newForm } from './seller.ts'
import type { Product } from './product.ts'
import { firstOf, openShop, send } from './shop.ts'
import type { ShownPage } from './shown-page.ts'
import { signUp } from './super-admin.ts'

const share = (page: Page) => chooseAction(page, 'Share')

export async function sellerQuestions(product: Product, { forms }: BusyShop): Promise<ShownPage[]> {
  const { create, change } = await openShop(product)
  const form = await create('/forms', newForm())
  const editor = `/forms/edit/${form}`
  return [
    question('dialog-delete-timer', `/forms/details/${forms.full}`, press(/^Delete /)),
    question('dialog-delete-tax', '/taxes', press(/^Delete /)),
    question('dialog-delete-coupon', '/coupons', press(/^Delete /)),
    question('dialog-share-qr', '/forms', share, showTab('QR code')),
    question('dialog-share-embed', '/forms', share, showTab('Embed')),
    question('dialog-export', '/sales', press('Export CSV')),
    question('dialog-change-view', '/sales?kind=renewal', saveView, press(/^Edit view/)),
    question('dialog-hand-over', '/team', press('Transfer')),
    question('dialog-proof', '/team', press('Transfer'), async (page) => {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Transfer' }).click()
      await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor()
    }),
    question('dialog-sign-out-everywhere', '/settings/security', press('Sign out everywhere')),
    question('dialog-erase-account', '/settings/data', press('Erase my account')),
    question('dialog-leave-editor', editor, retitle, (page) =>
      page.getByRole('link', { name: 'Forms', exact: true }).first().click(),
    ),
    question(
      'dialog-conflict',
      editor,
      retitle,
      async () => change(`/forms/${form}`, { title: `Theirs at ${Date.now()}`, isDetailUpdate: false }),
      press('Save changes'),
    ),
  ]
}

export async function platformQuestions(
  product: Product,
  { superAdmin: { token } }: BusyShop,
): Promise<ShownPage[]> {
  await addDifference(product)
  const seller = await firstOf(product, `/admin/sellers?q=${await signUp(product)}`, token)
  const reason = 'Buyers were promised a course that was never held.'
  await send(product, ['POST', `/admin/sellers/${seller}/suspension`], { reason }, token)
  return [
    { name: 'admin-sellers-suspended', path: `/admin/sellers/${seller}` },
    question('dialog-lift-suspension', `/admin/sellers/${seller}`, press('Lift suspension')),
    question('dialog-invite-partner', '/admin/users', press('Invite a partner')),
    { name: 'admin-books-difference', path: '/admin/books' },
    question('dialog-settle', '/admin/books', press('Resolve')),
  ]
}

type Step = (page: Page) => Promise<unknown>

function question(name: string, path: string, ...steps: readonly Step[]): ShownPage {
  const open = async (page: Page) => {
    for (const step of steps) await step(page)
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor()
  }
  return { name, path, open, isDialog: true }
}

function press(name: string | RegExp): Step {
  return (page) => page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
}

function showTab(name: string): Step {
  return (page) => page.getByRole('tab', { name }).click()
}

async function retitle(page: Page): Promise<void> {
  await page.getByLabel('Title').fill('Watercolor for all of us')
}

async function saveView(page: Page): Promise<void> {
  await press('Save view')(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(`Renewals ${Date.now()}`)
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await dialog.waitFor({ state: 'hidden' })
}
