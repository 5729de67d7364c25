// Every page of a busy shop with its dialogs and menus, for tests that check all pages.
import type { Page } from '@playwright/test'
import type { BusyShop } from './busy-shop.ts'
import { dialog, inDialog, press } from './dialogs.ts'
import { portalPages } from './portal-pages.ts'
import { payoutPages, recurringPages } from './payout-pages.ts'
import { planPages } from './plan-pages.ts'
import type { Product } from './product.ts'
import { firstOf } from './shop.ts'
import { chooseAction } from './seller.ts'
import { plain, type ShownPage } from './shown-page.ts'

/** The demo shop's payment pages, which have ordinary texts, unlike the busy shop's. */
export function demoPages({ demo }: Product): ShownPage[] {
  return demo.forms.map(({ path }, index) => ({ name: `payment-demo-${index + 1}`, path }))
}

export function publicPages({ forms, sales, plans, invitation }: BusyShop): ShownPage[] {
  const payment = (form: keyof typeof forms) => `/payment/${forms[form]}`
  return [
    ...plain('', [
      '/login',
      '/register',
      '/forgot-password',
      '/reset-password',
      '/confirm-email',
      '/invitation',
      '/take-back',
      '/contact-us',
      '/withdraw',
      '/cancel-contract',
      '/help',
      '/help/refunds',
    ]),
    { name: 'help-found', path: '/help?q=price' },
    { name: 'invitation-to-a-team', path: invitation },
    { name: 'login-mistakes', path: '/login', open: press('Sign in') },
    { name: 'register-mistakes', path: '/register', open: press('Create account') },
    ...Object.entries(forms).map(([form, id]) => ({ name: `payment-${form}`, path: `/payment/${id}` })),
    {
      name: 'payment-choice-missed',
      path: `${payment('choice')}?price=00000000-0000-7000-8000-000000000000`,
    },
    { name: 'payment-unknown', path: '/payment/nonsense' },
    {
      name: 'payment-mistakes',
      path: payment('odd'),
      open: (page) => page.locator('button[type=submit]').click(),
    },
    { name: 'payment-thanks', path: payment('free'), open: getForFree },
    {
      name: 'payment-offer',
      path: payment('offered'),
      open: async (page) => {
        await getForFree(page)
        await inDialog(page)
      },
    },
    ...sales.map(([state, { purchaseId, secret }]) => ({
      name: `purchase-${state}`,
      path: `/purchases/${purchaseId}?key=${secret}`,
    })),
    { name: 'purchase-unknown', path: '/purchases/nonsense' },
    ...planPages(plans),
    ...sales.flatMap(([state, sale]) =>
      state === 'paid' ? portalPages(sale, 'paid-0@busy.example.com') : [],
    ),
    { name: 'withdraw-mistakes', path: '/withdraw', open: press('Continue') },
    { name: 'cancel-contract-mistakes', path: '/cancel-contract', open: press('Continue') },
    {
      name: 'cancel-contract-review',
      path: '/cancel-contract',
      open: (page) => fillStatement(page, 'Order or invoice number'),
    },
    {
      name: 'cancel-contract-received',
      path: '/cancel-contract',
      open: async (page) => {
        await fillStatement(page, 'Order or invoice number')
        await press('Cancel now')(page)
        await page.getByRole('status').waitFor()
      },
    },
    { name: 'withdraw-review', path: '/withdraw', open: stateWithdrawal },
    {
      name: 'withdraw-received',
      path: '/withdraw',
      open: async (page) => {
        await stateWithdrawal(page)
        await press('Confirm withdrawal')(page)
        await page.getByRole('status').waitFor()
      },
    },
    ...sales.map(([state, { purchaseId, secret }]) => ({
      name: `purchase-${state}-withdraw`,
      path: `/purchases/${purchaseId}/withdraw?key=${secret}`,
    })),
  ]
}

const stateWithdrawal = async (page: Page) => fillStatement(page, 'Order number')

async function fillStatement(page: Page, reference: string): Promise<void> {
  buyers += 1
  await page.getByRole('textbox', { name: 'Your name' }).fill('Bea Novak')
  await page.getByRole('textbox', { name: 'Email' }).fill(`reader-${buyers}-${Date.now()}@example.com`)
  await page
    .getByRole('textbox', { name: reference })
    .fill(`A course in watercolor, ${'Aquarell'.repeat(20)}`)
  await press('Continue')(page)
}

let buyers = 0

async function getForFree(page: Page): Promise<void> {
  buyers += 1
  await page.getByRole('textbox', { name: 'Email' }).fill(`reader-${buyers}-${Date.now()}@example.com`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Bea Novak')
  await page.getByRole('button', { name: 'Get it for free' }).click()
  await page.getByText('Form paid successfully').first().waitFor()
}

/** A seller's form pages with their dialogs and menus, without the editor. */
export function formPages({ forms }: BusyShop): ShownPage[] {
  const timers = `/forms/details/${forms.full}`
  return [
    { name: 'forms', path: '/forms' },
    { name: 'forms-last-page', path: '/forms?page=3' },
    { name: 'forms-not-found', path: '/forms?q=there+is+no+such+form' },
    { name: 'forms-details-full', path: timers },
    { name: 'forms-details-empty', path: `/forms/details/${forms.free}` },
    { name: 'forms-display-full', path: `/forms/${forms.full}` },
    { name: 'forms-display-opening', path: `/forms/${forms.opening}` },
    { name: 'forms-display-choice', path: `/forms/${forms.choice}` },
    { name: 'forms-display-odd', path: `/forms/${forms.odd}` },
    { name: 'forms-recovery', path: `/forms/recovery/${forms.full}` },
    { name: 'forms-history', path: `/forms/history/${forms.full}` },
    ...['Delete', 'Share'].map((action) => ({
      name: action === 'Delete' ? 'dialog-delete-form' : 'dialog-share',
      path: '/forms',
      isDialog: true,
      open: async (page: Page) => {
        await chooseAction(page, action)
        await inDialog(page)
      },
    })),
    { name: 'forms-menu', path: '/forms', open: press(/^More actions for /) },
    dialog('dialog-create-timer', timers, 'Add timer'),
    { name: 'forms-details-choice', path: `/forms/details/${forms.choice}` },
    dialog('dialog-edit-timer-of-price', `/forms/details/${forms.choice}`, 'Edit Last call'),
    { name: 'user-menu', path: '/forms', open: press('User menu'), width: 1280 },
    { name: 'small-screen-panel', path: '/forms', open: press('Open menu'), width: 390 },
  ]
}

/** The form editor with its dialogs. */
export function editorPages({ forms }: BusyShop): ShownPage[] {
  const edit = `/forms/edit/${forms.full}`
  const choice = `/forms/edit/${forms.choice}`
  return [
    { name: 'forms-create', path: '/forms/create' },
    { name: 'forms-edit-full', path: edit },
    { name: 'forms-edit-odd', path: `/forms/edit/${forms.odd}` },
    { name: 'forms-edit-recurring', path: `/forms/edit/${forms.recurring}` },
    { name: 'forms-edit-choice', path: choice },
    { name: 'forms-edit-named', path: `/forms/edit/${forms.named}` },
    { name: 'forms-edit-opening', path: `/forms/edit/${forms.opening}` },
    { name: 'price-menu', path: choice, open: press('More for Price number 3') },
    dialog('dialog-edit-price', choice, 'Edit Price number 3'),
    dialog('dialog-add-price', edit, 'Add another price'),
    { name: 'forms-duplicate', path: `/forms/duplicate/${forms.full}` },
    { name: 'forms-create-mistakes', path: '/forms/create', open: press('Create form') },
    dialog('dialog-choose-bumps', edit, 'Choose bumps'),
    dialog('dialog-create-bump', edit, 'Create bump'),
    dialog('dialog-create-offer', edit, 'Create offer'),
    dialog('dialog-create-tax', edit, 'Create tax'),
    { ...dialog('dialog-preview', edit, 'Preview'), width: 390 },
  ]
}

/** A seller's bumps, offers, taxes and coupons, with their dialogs and menus. */
export async function productPages(product: Product, { sellerToken }: BusyShop): Promise<ShownPage[]> {
  const [bump, offer, tax, coupon] = await Promise.all(
    ['/bumps', '/one-time-offers', '/taxes', '/coupons'].map((path) => firstOf(product, path, sellerToken)),
  )
  return [
    ...plain('', [
      '/bumps',
      '/bumps/create',
      '/one-time-offers',
      '/one-time-offers/create',
      '/taxes',
      '/taxes/create',
      '/taxes/by-country',
      '/coupons',
      '/coupons/create',
      '/nothing-here',
    ]),
    { name: 'bumps-edit', path: `/bumps/edit/${bump}` },
    { name: 'one-time-offers-edit', path: `/one-time-offers/edit/${offer}` },
    { name: 'taxes-edit', path: `/taxes/edit/${tax}` },
    { name: 'coupons-edit', path: `/coupons/edit/${coupon}` },
    { name: 'coupons-create-mistakes', path: '/coupons/create', open: press('Create coupon') },
    { name: 'bumps-create-mistakes', path: '/bumps/create', open: press('Create bump') },
    dialog('dialog-delete-bump', '/bumps', /^Delete /),
    dialog('dialog-add-code', `/coupons/edit/${coupon}`, 'Add a code'),
    dialog('dialog-one-time-codes', `/coupons/edit/${coupon}`, 'Single-use codes'),
  ]
}

/** A seller's sales and settings, with their dialogs and menus. */
export async function sellingPages(
  product: Product,
  { forms, sales, sellerToken }: BusyShop,
): Promise<ShownPage[]> {
  const paid = sales.find(([state]) => state === 'paid')?.[1].purchaseId ?? ''
  const recurring = sales.find(([state]) => state === 'recurring')?.[1].purchaseId ?? ''
  const disputed = sales.find(([state]) => state === 'disputed')?.[1].purchaseId ?? ''
  const atPrice = `/sales?form=${forms.choice}&price=${forms.choice}`
  const customer = `/customers/${await firstOf(product, '/customers', sellerToken)}`
  const payouts = await payoutPages(product, sellerToken)
  return [
    ...plain('', [
      '/sales',
      '/sales/dashboard',
      '/sales/invoices',
      '/sales/almost',
      ...recurringPages,
      '/sales/withdrawals',
      '/customers',
      '/payouts',
      '/billing',
      '/settings',
      '/settings/security',
      '/settings/notifications',
      '/settings/data',
      '/settings/shop',
      '/settings/legal',
      '/settings/invoices',
      '/settings/files',
      '/settings/payments',
      '/settings/policy',
      '/settings/conversions',
      '/settings/developers',
      '/team',
    ]),
    ...payouts,
    {
      name: 'notices',
      path: '/sales',
      open: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
    },
    { name: 'sales-filtered', path: '/sales?status=sold&kind=order&from=2020-01-01' },
    { name: 'sales-of-a-price', path: atPrice },
    dialog('dialog-filter-price', atPrice, 'Filter'),
    dialog('dialog-filter', '/sales', 'Filter'),
    dialog('dialog-save-view', '/sales?status=returned', 'Save view'),
    { name: 'customers-not-found', path: '/customers?q=nobody-bought-this' },
    dialog('dialog-filter-customers', '/customers', 'Filter'),
    { name: 'customer', path: customer },
    dialog('dialog-note', customer, 'Add a note'),
    ...['Edit tags', 'Edit email', 'Merge customers', 'Erase'].map((action) => ({
      name: `dialog-customer-${action.toLowerCase().replaceAll(' ', '-')}`,
      path: customer,
      open: async (page: Page) => {
        await press('More actions')(page)
        await page.getByRole('menuitem', { name: action, exact: true }).click()
        await inDialog(page)
      },
      isDialog: true,
    })),
    ...[1, 2, 3, 4].map((step) => ({
      name: `policy-step-${step}`,
      path: '/settings/policy',
      open: (page: Page) => goToPolicyStep(page, step),
    })),
    { name: 'sales-not-found', path: '/sales?q=nobody-bought-this' },
    ...sales.map(([state, { purchaseId }]) => ({ name: `sale-${state}`, path: `/sales/${purchaseId}` })),
    dialog('dialog-refund', `/sales/${paid}`, 'Refund'),
    dialog('dialog-evidence', `/sales/${disputed}`, 'Respond to dispute'),
    ...['Refund', 'Decline'].map((decision) => ({
      name: `dialog-withdrawal-${decision.toLowerCase()}`,
      path: '/sales/withdrawals',
      open: async (page: Page) => {
        await page
          .getByRole('button', { name: new RegExp(`^${decision} `) })
          .first()
          .click()
        await inDialog(page)
      },
      isDialog: true,
    })),
    dialog('dialog-end-subscription', `/sales/${recurring}`, 'End subscription now'),
    dialog('dialog-add-webhook', '/settings/developers', 'Add webhook'),
    dialog('dialog-connect-analytics', '/settings/conversions', 'Connect an ad platform'),
    dialog('dialog-create-key', '/settings/developers', 'Create API key'),
    dialog('dialog-invite', '/team', 'Invite'),
    dialog('dialog-remove-member', '/team', 'Remove Grace Hopper'),
    dialog('dialog-change-plan', '/billing', 'Change to Basic'),
    dialog('dialog-card', '/billing', 'Replace card'),
    dialog('dialog-cancel-plan', '/billing', 'Cancel plan'),
    dialog('dialog-second-factor', '/settings/security', 'Set up'),
    dialog('dialog-change-email', '/settings', 'Change email'),
    dialog('dialog-change-password', '/settings/security', 'Change password'),
    dialog('dialog-passkey', '/settings/security', 'Add a passkey'),
  ]
}

/** Opens the withdrawal policy's three questions and goes to a step without changing the previous answers. */
async function goToPolicyStep(page: Page, step: number): Promise<void> {
  await page.getByRole('button', { name: /^(Answer three questions|Change)$/ }).click()
  for (let at = 1; at < step; at += 1) await press('Next')(page)
  await page.getByText(step === 4 ? 'Last step' : `Question ${step} of 3`).waitFor()
}

export async function platformPages(
  product: Product,
  { superAdmin: { email, token } }: BusyShop,
): Promise<ShownPage[]> {
  const user = await firstOf(product, `/admin/users?q=${encodeURIComponent(product.demo.email)}`, token)
  const seller = await firstOf(product, `/admin/sellers?q=${encodeURIComponent(product.demo.email)}`, token)
  const role = await firstOf(product, '/admin/roles', token)
  const permission = await firstOf(product, '/admin/permissions', token)
  return [
    ...plain('', [
      '/admin/health',
      '/admin/books',
      '/admin/content-security',
      '/admin/sellers',
      '/admin/revenue',
      '/admin/users',
      '/admin/roles',
      '/admin/roles/create',
      '/admin/permissions',
      '/admin/permissions/create',
      '/admin/audit-log',
    ]),
    { name: 'admin-users-one', path: `/admin/users/${user}` },
    { name: 'admin-users-not-found', path: '/admin/users?q=nobody-has-this-name' },
    { name: 'admin-sellers-one', path: `/admin/sellers/${seller}` },
    dialog('dialog-suspend-seller', `/admin/sellers/${seller}`, 'Suspend'),
    { name: 'admin-roles-edit', path: `/admin/roles/edit/${role}` },
    { name: 'admin-permissions-edit', path: `/admin/permissions/edit/${permission}` },
    dialog('dialog-change-role', `/admin/users?q=${encodeURIComponent(email)}`, `Change role of ${email}`),
    dialog('dialog-delete-role', '/admin/roles', 'Delete Phone'),
  ]
}
