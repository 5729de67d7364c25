// The questions about a plan on a buyer's purchase page.
import type { Page } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BusyPlans } from './busy-plans.ts'
import type { Sale } from './busy-sales.ts'
import type { ShownPage } from './shown-page.ts'

export function planPages({ begun, atBank, changeable }: BusyPlans): ShownPage[] {
  return [
    { name: 'purchase-plan-pay-off', path: pathOf(begun), open: ask(/^Pay the remaining/, /^Pay the/) },
    { name: 'purchase-plan-pay-off-at-bank', path: pathOf(atBank) },
    {
      name: 'purchase-plan-change',
      path: pathOf(changeable),
      open: ask(/^Change plan$/, 'Change your plan?'),
    },
    {
      name: 'purchase-plan-skip',
      path: pauseOf(changeable, 'skip'),
      open: untilOffered('Skip this payment'),
    },
    { name: 'purchase-plan-pause', path: pauseOf(changeable, 'pause'), open: untilOffered('Pause') },
    { name: 'purchase-plan-no-pause', path: pauseOf(begun, 'pause') },
  ]
}

const pathOf = ({ purchaseId, secret }: Sale) => `/purchases/${purchaseId}?key=${secret}`

const pauseOf = (sale: Sale, kind: string) => `${pathOf(sale).replace('?', '/pause?')}&kind=${kind}`

function untilOffered(name: string) {
  return async (page: Page): Promise<void> => {
    while ((await page.getByRole('button', { name, exact: true }).count()) === 0) {
      await sleep(100)
      await page.reload()
    }
  }
}

/** The page offers nothing until Stripe's dates arrive, a moment after the order. */
function ask(button: RegExp, question: RegExp | string) {
  return async (page: Page): Promise<void> => {
    const opener = page.getByRole('button', { name: button })
    while ((await opener.count()) === 0) {
      await sleep(100)
      await page.reload()
      await page.getByRole('button', { name: 'Cancel subscription' }).waitFor()
    }
    await opener.click()
    await page.getByRole('region', { name: question }).waitFor()
  }
}
