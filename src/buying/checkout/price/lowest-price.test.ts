import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOne } from '#accounts/roles/test-staff.ts'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date('2026-11-23T10:00:00Z'))
  seller = await signUpSeller(app)
})

const day = 24 * 3600
const inDays = (days: number) => app.clock.now().getTime() + days * day * 1000
const timer = (days: number, amount: number) => ({
  title: 'A change of price',
  timestamp: inDays(days),
  timezone: 'America/Chicago',
  amount,
  redirectUrl: null,
})
const pageOf = async (form: string) => (await fetch(`${app.url}/payment/${form}`)).text()
const setCountry = (country: string) => locate(app, seller, country)
const historyOf = async (form: string) => {
  const rows = await app.services.db
    .selectFrom('priceHistory')
    .select(['amount', 'fromAt'])
    .where('formId', '=', form)
    .orderBy('fromAt')
    .execute()
  return rows.map(({ amount, fromAt }) => [
    amount,
    (fromAt.getTime() - app.clock.now().getTime()) / day / 1000,
  ])
}
const update = (form: string, body: Readonly<Record<string, unknown>>) =>
  call(app, 'PATCH', `/api/forms/${form}`, { token: seller.token, body: { isDetailUpdate: false, ...body } })

test('each price change is recorded once, and a timer’s price is recorded for its future date', async () => {
  const form = await createTestForm(app, seller, { amount: 49, timers: [timer(10, 39), timer(20, 59)] })
  const first = await historyOf(form)
  await update(form, { title: 'Another title for it' })
  const same = await historyOf(form)
  app.clock.advance(60)
  await update(form, { amount: 45, timers: [timer(5, 35)] })

  expect(first).toEqual([
    [4900, 0],
    [3900, 10],
    [5900, 20],
  ])
  expect(same).toEqual(first)
  expect((await historyOf(form)).map(([amount]) => amount)).toEqual([4900, 4500, 3500])
})

test('for 30 days after a timer lowers a price, the lowest price of the 30 days before is shown struck out', async () => {
  const form = await createTestForm(app, seller, { amount: 55 })
  app.clock.advance(60)
  await update(form, { amount: 60, timers: [timer(2, 50), timer(3, 70)] })
  const struckIn = async (id: string) => /<s [^>]*>.*?(\$[\d.]+)<\/s>/.exec(await pageOf(id))?.[1]
  const lasting = await createTestForm(app, seller, { amount: 60, timers: [timer(2, 50)] })
  const before = await struckIn(form)
  app.clock.advance(2 * day + 60)
  const lowered = await struckIn(form)
  app.clock.advance(day)
  const raised = await struckIn(form)
  const still = await struckIn(lasting)
  app.clock.advance(30 * day)

  expect([before, lowered, raised]).toEqual([undefined, '$55.00', undefined])
  expect([still, await struckIn(lasting)]).toEqual(['$60.00', undefined])
})

test('a reduced price shows the lowest price of the last 30 days where the law requires it', async () => {
  await setCountry('DE')
  const lowering = await createTestForm(app, seller, { amount: 45 })
  app.clock.advance(60)
  await update(lowering, { amount: 60, timers: [timer(2, 50)] })
  const raising = await createTestForm(app, seller, { amount: 45, timers: [timer(2, 50)] })
  const now = await pageOf(lowering)
  await setCountry('US')
  const abroad = await pageOf(await createTestForm(app, seller, { amount: 60, timers: [timer(2, 50)] }))

  expect(now).toMatch(/Goes down to \$50\.00 on \d+ \w+ \d{4}\. Lowest price of the last 30 days: \$45\.00\./)
  expect(await pageOf(raising)).not.toContain('Lowest price')
  expect(abroad).not.toContain('Lowest price')
})

test('the lowest recent price is shown with tax and in the reader’s formats', async () => {
  await setCountry('DE')
  const taxId = await createOne(app, seller, '/api/taxes', { title: 'MwSt', percentage: 20 })
  const form = await createTestForm(app, seller, {
    amount: 50,
    currency: 'eur',
    taxId,
    timers: [timer(2, 40)],
  })
  const headers = { 'accept-language': 'el-GR' }
  const page = await fetch(`${app.url}/payment/${form}`, { headers })

  expect(await page.text()).toMatch(
    /Goes down to 48,00\u00a0€ incl\. tax on \d+ \w+ \d{4}\. Lowest price of the last 30 days: 60,00\u00a0€ incl\. tax\./,
  )
})

test('a price older than 30 days no longer counts as the lowest', async () => {
  await setCountry('DE')
  const form = await createTestForm(app, seller, { amount: 45 })
  app.clock.advance(60)
  await update(form, { amount: 60, timers: [timer(40, 50)] })
  app.clock.advance(31 * day)

  expect(await pageOf(form)).toContain('Lowest price of the last 30 days: $60.00.')
})

test('a lower future "pay what you want" minimum is not announced as a reduction', async () => {
  await setCountry('DE')
  const timers = [timer(10, 3)]
  const fixed = await createTestForm(app, seller, { amount: 5, timers })
  const named = await createTestForm(app, seller, { amount: 5, isOpen: true, timers })
  expect(await pageOf(fixed)).toContain('30 days')
  expect(await pageOf(named)).not.toContain('30 days')
})
