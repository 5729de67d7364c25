// Buyers' pages with longer texts and with right-to-left text, on a phone and at 400% zoom.
import type { Page } from '@playwright/test'
import { pseudoLanguage } from '#foundation/language/languages.ts'
import type { BusyShop } from './busy-shop.ts'
import { findWide, misfits } from './fits.ts'
import { newBuyer } from './shop.ts'
import type { ShownPage } from './shown-page.ts'
import { test } from './sweep.ts'
import { expect } from './test.ts'

function pagesOf({ forms, sales, plans }: BusyShop): ShownPage[] {
  const kept = new Set(['paid', 'declined', 'recurring', 'withOffer', 'withdrawn'])
  const bought = [...sales.filter(([state]) => kept.has(state)), ['plan', plans.changeable] as const]
  const purchase = ({ purchaseId, secret }: (typeof plans)['begun'], file = '') =>
    `/purchases/${purchaseId}${file}?key=${secret}`
  return [
    { name: 'full', path: `/payment/${forms.full}?coupon=SPRING-2` },
    { name: 'choice', path: `/payment/${forms.choice}` },
    { name: 'opening', path: `/payment/${forms.opening}` },
    { name: 'named', path: `/payment/${forms.named}`, open: pressFirst },
    { name: 'ended', path: `/payment/${forms.ended}` },
    { name: 'offer', path: `/payment/${forms.offered}`, open: reachOffer },
    { name: 'thanks', path: `/payment/${forms.free}`, open: order },
    ...bought.map(([state, sale]) => ({ name: state, path: purchase(sale) })),
    ...bought.slice(0, 1).flatMap(([, sale]) => [
      { name: 'withdrawal', path: purchase(sale, '/withdraw') },
      {
        name: 'portal',
        path: purchase(sale),
        open: async (page: Page) => {
          await page.locator('a[href^="/my/"]').first().click()
          await page.waitForURL('**/my/**')
        },
      },
    ]),
    { name: 'withdraw', path: '/withdraw', open: pressFirst },
    { name: 'cancel', path: '/cancel-contract', open: pressFirst },
  ]
}

const pressFirst = async (page: Page) => {
  await page.locator('form button[type=submit]').last().click()
  await page.locator('[aria-invalid=true]').first().waitFor()
}

async function order(page: Page): Promise<void> {
  await page.locator('#email').fill(newBuyer())
  await page.locator('input[autocomplete=name]').fill('Bea Novak')
  await page.locator('form button[type=submit]').last().click()
  await page.locator('a[href^="/purchases/"]').first().waitFor({ state: 'attached' })
}

async function reachOffer(page: Page): Promise<void> {
  await order(page)
  await page.getByRole('dialog').waitFor()
}

for (const language of [pseudoLanguage, 'ar']) {
  test(`buyers’ pages in ${language} lose no content on a phone and at 400 %`, async ({
    page,
    shop,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of (410|422)/)
    for (const { name, path, open } of pagesOf(shop)) {
      await test.step(name, async () => {
        await page.setViewportSize({ width: 390, height: 667 })
        await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
        await open?.(page)
        expect.soft(await misfits(page), `${name} fits a phone`).toEqual([])
        expect.soft(await page.evaluate(findCut), `${name} shows all its texts on a phone`).toEqual([])
        await page.setViewportSize({ width: 320, height: 256 })
        expect.soft(await page.evaluate(findWide), `${name} fits at 400 %`).toEqual([])
        expect.soft(await page.evaluate(findCut), `${name} shows all its texts at 400 %`).toEqual([])
      })
    }
  })
}

/** Runs in the page: lists texts that are cut off by their own element. */
function findCut(): string[] {
  return [
    ...document.body.querySelectorAll<HTMLElement>('*:not(.sr-only, .sr-only *, select, input, textarea)'),
  ]
    .filter((one) => [...one.childNodes].some((node) => node instanceof Text && node.data.trim() !== ''))
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => {
      const { overflowX, overflowY } = getComputedStyle(one)
      return (
        (overflowX !== 'visible' && overflowX !== 'auto' && one.scrollWidth > one.clientWidth + 1) ||
        (overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 1)
      )
    })
    .map((one) => one.outerHTML.slice(0, 120))
}
