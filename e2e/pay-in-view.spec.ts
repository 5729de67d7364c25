// The total and the pay button stay in view, and nothing moves while the page loads.
import type { Page } from '@playwright/test'
import { newForm, newProduct } from './seller.ts'
import { chargesOf, fillBuyer, newBuyer, openShop } from './shop.ts'
import { cardFrame, expect, expectAccessible, fillCard, test } from './test.ts'
import type { Product } from './product.ts'

const windows = [
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1280, 900],
] as const

const payButton = (page: Page) => page.locator('form button[type=submit]')
const wallet = (page: Page) =>
  page.frameLocator('iframe[title="Secure express checkout frame"]').getByRole('button')

/** A form with a trial, two bumps, a timer, a coupon, a guarantee and a long description. */
async function sellEverything(product: Product): Promise<string> {
  const { create } = await openShop(product)
  const bumps = [
    await create('/bumps', newProduct({ amount: 9 })),
    await create('/bumps', newProduct({ amount: 24 })),
  ]
  const timers = [{ title: 'Launch week price', timestamp: Date.now() + 3.5 * 86_400_000, amount: 59 }]
  const form = await create(
    '/forms',
    newForm({
      description: 'Six weeks of light and water. '.repeat(29),
      priceType: 'RecurringPrice',
      billingPeriod: 'Monthly',
      trialDays: 7,
      guarantee: 'Your money back within 30 days',
      termsUrl: 'https://example.com/terms',
      bumps,
      timers,
    }),
  )
  const code = `BOWL-${form.slice(-8)}`
  await create('/coupons', { code, title: 'A fifth off', kind: 'percent', percentage: 20, formIds: [form] })
  return `/payment/${form}`
}

/** Records on the page's root element what moved without the buyer's action, from the first paint on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const { dataset } = document.documentElement
      for (const shift of list.getEntries().map((entry) => JSON.stringify(entry))) {
        // A small mark can move by a pixel as fonts load, which no one sees.
        const isVisible = Number(/"value":([^,]+)/.exec(shift)?.[1]) > 0.0001
        if (isVisible && !shift.includes('"hadRecentInput":true'))
          dataset['shifts'] = `${dataset['shifts'] ?? ''} ${shift}`
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Delays Stripe's elements until the returned function is called. */
async function delayFrames(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    ({ pathname }) => pathname.startsWith('/frames/'),
    async (route) => {
      await released
      await route.continue()
    },
  )
  return release
}

async function expectPayInView(page: Page): Promise<void> {
  const box = await payButton(page).boundingBox()
  const { height } = page.viewportSize() ?? { height: 0 }
  expect(box, 'the button is there').not.toBeNull()
  expect((box?.y ?? 0) + (box?.height ?? 0), 'the button is in view').toBeLessThanOrEqual(height)
  // Nothing covers it.
  await payButton(page).click({ trial: true })
}

for (const [width, height] of windows) {
  test(`at ${width} × ${height} the button is in view and nothing moves, however late its fields are @desktop`, async ({
    page,
    product,
  }) => {
    const paths = [...product.demo.forms.map(({ path }) => path), await sellEverything(product)]
    expect(paths).toHaveLength(7)
    await watchShifts(page)
    await page.setViewportSize({ width, height })
    for (const path of paths) {
      const arrive = await delayFrames(page)
      // On a slow machine, the page creates the elements before it has finished loading, and would then wait for them.
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await expect(payButton(page)).toBeEnabled()
      await expectPayInView(page)
      arrive()
      if ((await page.locator('.express').count()) > 0) {
        await expect(wallet(page)).toBeAttached()
        await expect(cardFrame(page).getByRole('textbox', { name: 'CVC' })).toBeAttached()
      }
      // A bump changes the button's text. On a slow machine this counts as a shift without input.
      const shifts = await page.locator('html').getAttribute('data-shifts')
      expect(shifts, path).toBeNull()
      const bump = page.getByRole('checkbox', { name: /\$/ }).first()
      if ((await bump.count()) > 0) await bump.check()
      await expectPayInView(page)
      await page.unrouteAll()
    }
  })
}

test('the payment bar leads to the first invalid field, hides no focused element, and disappears in a low window @desktop', async ({
  page,
  product,
}) => {
  const path = await sellEverything(product)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).click()
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Enter your email')
  await expectAccessible(page)

  // The bar does not cover the focused element.
  await page.evaluate(() => window.scrollTo(0, 0))
  const bar = page.locator('.pay')
  for (let press = 0; press < 14; press += 1) {
    await page.keyboard.press('Tab')
    const isCovered = await bar.evaluate((node) => {
      const { activeElement } = document
      if (activeElement === null || activeElement === document.body || node.contains(activeElement))
        return false
      const [over, { top, bottom }] = [node.getBoundingClientRect(), activeElement.getBoundingClientRect()]
      return top < over.bottom && bottom > over.top + 1
    })
    expect(isCovered, `after ${press + 1} times Tab`).toBe(false)
  }

  // 400% of a window of 1280 by 1024.
  await page.setViewportSize({ width: 320, height: 256 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(bar).not.toBeInViewport()
})

test('@desktop @react a wallet starts a free trial, and a bump that was unchecked again is not charged', async ({
  page,
  product,
}) => {
  const path = await sellEverything(product)
  const buyer = newBuyer()
  await page.goto(path)
  const bump = page.getByRole('checkbox', { name: /\$9/ })
  await bump.check()
  await expect(page.getByRole('definition').last()).toHaveText('$9.00')
  await bump.uncheck()
  await expect(page.getByRole('definition').last()).toHaveText('Free')
  await page.getByRole('checkbox', { name: /^I agree/ }).check()
  const sheet = page.frameLocator('iframe[title="Pay with Sandbox Pay"]')
  await expect(async () => {
    await wallet(page).press('Enter')
    await expect(sheet.getByLabel('Email')).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await sheet.getByLabel('Email').fill(buyer)
  await sheet.getByRole('button', { name: 'Pay 0.00 USD' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeFocused()
  expect(await chargesOf(product, buyer)).toEqual([])
})

test('on a phone the thank-you message comes first @phone', async ({ page, product }) => {
  await page.goto(product.demo.forms.find(({ title }) => title.startsWith('Slow'))?.path ?? '')
  await fillBuyer(page, newBuyer())
  await fillCard(page, '4242424242424242')
  await payButton(page).click()
  const thanks = page.getByRole('heading', { name: 'Thank you!' })
  await expect(thanks).toBeFocused()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(thanks).toBeInViewport()
})
