// The demo shop with ninety days of ordinary sales.
import type { Page } from '@playwright/test'
import type { Product } from './product.ts'
import type { ShownPage } from './shown-page.ts'

export function livedPages({ demo }: Product): ShownPage[] {
  const editor = (demo.forms[0]?.path ?? '').replace('/payment/', '/forms/edit/')
  const shown = (path: string, name = path.slice(1).replaceAll('/', '-')): ShownPage => ({
    name: `lived-${name}`,
    path,
  })
  return [
    shown('/forms'),
    shown(editor, 'editor'),
    shown('/sales'),
    shown('/sales/dashboard'),
    shown('/sales/dashboard?range=90d', 'sales-dashboard-quarter'),
    shown('/customers'),
    { ...shown('/customers', 'customer'), open: openFirst },
    shown('/coupons'),
    shown('/taxes'),
    shown('/payouts'),
    { ...shown('/payouts', 'payout'), open: openFirst },
    { ...shown('/sales?status=sold', 'sale'), open: openFirst },
    shown('/team'),
    shown('/billing'),
    shown('/settings'),
    shown('/settings/shop'),
    shown('/settings/payments'),
    shown('/settings/legal'),
    {
      ...shown('/sales', 'notices'),
      open: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
      width: 1280,
    },
  ]
}

async function openFirst(page: Page): Promise<void> {
  const { pathname } = new URL(page.url())
  await page.getByRole('main').locator(`a[href^="${pathname}/"]:visible`).last().click()
  await page.waitForURL((url) => url.pathname !== pathname)
  await page.waitForLoadState('networkidle')
}
