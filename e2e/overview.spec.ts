import type { Page } from '@playwright/test'
import type { Activity, Dashboard } from '#selling/sales/dashboard/dashboard-wire.ts'
import { signIn } from './seller.ts'
import { expect, expectAccessible, test } from './test.ts'

const none: Activity = { views: 0, orders: 0, bumpsOffered: 0, bumpsTaken: 0, offersShown: 0, offersTaken: 0 }
const day = 86_400_000

/** The overview of a shop with the same sales on every day of this period and the previous one. */
async function showShop(page: Page, daily: Activity, total: number): Promise<void> {
  await page.route('**/api/sales/dashboard?*', async (route) => {
    const range = new URL(route.request().url()).searchParams.get('range')
    await route.fulfill({ json: numbersOf(range === 'today' ? 'hour' : 'day', daily, total) })
  })
  await page.route('**/api/recurring?*', (route) =>
    route.fulfill({ json: { months: ['2026-11'], currencies: [] } }),
  )
}

function numbersOf(unit: 'hour' | 'day', daily: Activity, total: number): Dashboard {
  const [count, length] = unit === 'hour' ? [24, day / 24] : [30, day]
  const to = Date.parse('2026-11-29T12:30:00Z')
  const from = Date.parse('2026-11-29T00:00:00Z') - (unit === 'hour' ? 0 : 29 * day)
  const at = (time: number) => new Date(time).toISOString()
  const steps = Array.from({ length: count }, (_, index) => at(from + index * length))
  const sum = (values: Activity): Activity => ({
    views: values.views * count,
    orders: values.orders * count,
    bumpsOffered: values.bumpsOffered * count,
    bumpsTaken: values.bumpsTaken * count,
    offersShown: values.offersShown * count,
    offersTaken: values.offersTaken * count,
  })
  const money = {
    gross: total * count,
    refunds: 0,
    disputes: 0,
    net: total * count,
    tax: 0,
    purchases: daily.orders * count,
    orders: daily.orders * count,
    offers: 0,
    renewals: 0,
    average: null,
  }
  const currency = {
    currency: 'usd',
    current: money,
    previous: { ...money, net: 0 },
    net: steps.map(() => total),
    previousNet: steps.map(() => total / 2),
    partlyRefunded: 0,
  }
  const series = steps.map(() => daily)
  return {
    from: at(from),
    to: at(to),
    previousFrom: at(from - count * length),
    previousTo: at(to - count * length),
    unit,
    steps,
    currencies: total === 0 ? [] : [currency],
    unpaid: null,
    activity: { current: sum(daily), previous: sum(daily), series, previousSeries: series },
    forms: [],
    sources: [],
    bumps: [],
    offers: [],
    subscriptions: {
      active: 0,
      pastDue: 0,
      paused: 0,
      left: [],
      trialing: total === 0 ? 0 : 1,
      canceling: total === 0 ? 0 : 1,
      trialsStarted: 0,
      trialsConverted: 0,
      paidEarly: 0,
      started: 0,
      ended: 0,
      previousStarted: 0,
      previousEnded: 0,
    },
  }
}

const chart = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true }).filter({ has: page.getByRole('slider') })

/** Opens a part of the page that is folded on a phone. */
async function openOnPhone(page: Page, title: string): Promise<void> {
  const fold = page.getByRole('button', { name: title, exact: true })
  await expect(page.getByRole('region', { name: 'Activity' })).toBeVisible()
  if (await fold.isVisible()) await fold.click()
}

test('a shop without visits has no empty charts', async ({ page, product }) => {
  await signIn(page, product)
  await showShop(page, none, 0)
  await page.goto('/sales/dashboard')

  await expect(page.getByRole('heading', { name: 'No visits yet' })).toBeVisible()
  await expect(page.getByText('No sales yet')).toBeVisible()
  await expect(page.getByRole('slider')).toHaveCount(0)
})

test('period buttons that are not selected are readable @desktop', async ({ page, product }) => {
  await signIn(page, product)
  await showShop(page, { ...none, views: 3 }, 4900)
  await page.goto('/sales/dashboard?range=7d')
  // The radio button covers its label, so it must be transparent.
  const other = page.getByRole('radio', { name: 'Today', exact: true })
  await expect(other).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(other).toHaveCSS('border-top-width', '0px')
})

test('few events are drawn by week as counts, next to the previous period @desktop', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await showShop(page, { ...none, views: 3, orders: 1, bumpsOffered: 2, bumpsTaken: 1 }, 4900)
  await page.goto('/sales/dashboard')

  const bumps = chart(page, 'Bumps offered and taken by week')
  await expect(bumps).toContainText('Offered')
  await bumps.getByRole('slider').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(bumps.getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    /^Nov \d+ – Nov \d+: 50% \(7 of 14\); Taken, previous period: 50% \(7 of 14\)$/,
  )
  await bumps.getByText('Show as a table').click()
  await expect(bumps.getByRole('row')).toHaveCount(6)
  await expect(chart(page, 'Net revenue by hour, in USD')).toContainText('Today$1,176.00')
  await expect(page.getByRole('region', { name: 'Subscription numbers' }).getByRole('definition')).toHaveText(
    ['0', '0', 'Same as before', '0', 'Same as before'],
  )
  await expect(page.getByRole('link', { name: 'Subscriptions: 1 trialing, show the list' })).toBeVisible()
  await expectAccessible(page)
})

test('many events are drawn by day as rates', async ({ page, product }) => {
  await signIn(page, product)
  await showShop(page, { ...none, views: 400, orders: 10, bumpsOffered: 40, bumpsTaken: 10 }, 49_000)
  await page.goto('/sales/dashboard')

  await openOnPhone(page, 'Rates over time')
  const bumps = chart(page, 'Bump take rate')
  await expect(bumps.getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    /^Nov 29: 25% \(10 of 40\); Previous period: 25% \(10 of 40\)$/,
  )
  // Until a day is chosen, the text below the chart describes the whole period.
  await expect(bumps).toContainText('Last 30 days25% (300 of 1,200)')
  await bumps.getByRole('slider').focus()
  await expect(bumps).toContainText('Nov 2925% (10 of 40)')
  await expect(page.getByRole('region', { name: 'Revenue', exact: true })).toContainText(
    'None in the 30 days before',
  )
})

test('one huge day is cut off in the chart so that other days stay comparable, and every period is readable', async ({
  page,
  product,
}) => {
  await signIn(page, product)
  await page.route('**/api/sales/dashboard?*', async (route) => {
    const range = new URL(route.request().url()).searchParams.get('range')
    const numbers = numbersOf(range === 'today' ? 'hour' : 'day', { ...none, views: 400, orders: 10 }, 9000)
    const launch = (money: Dashboard['currencies'][number]) => ({
      ...money,
      net: money.net.map((amount, index) => (range !== 'today' && index === 7 ? 466_852 : amount)),
    })
    await route.fulfill({ json: { ...numbers, currencies: numbers.currencies.map(launch) } })
  })
  await page.goto('/sales/dashboard')

  const revenue = chart(page, 'Net revenue by day, in USD')
  await expect(revenue).toContainText('$4,668.52')
  await expect(revenue).not.toContainText('Taller than shown')
  await expect(chart(page, 'Net revenue by hour, in USD')).not.toContainText('Taller than shown')
  for (const period of await page.getByRole('radio').all())
    await expect(period).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expectAccessible(page)
})
