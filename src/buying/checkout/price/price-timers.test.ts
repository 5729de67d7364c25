import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { form as formSchema } from '#selling/forms/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { errorOf, outcomeOf, pay } from '../pay/test-paying.ts'

let app: TestApp
let seller: TestSeller
let buyers = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date('2026-11-23T10:00:00Z'))
  seller = await signUpSeller(app)
})

type Fields = Readonly<Record<string, unknown>>

const minute = 60_000
const ahead = (minutes: number) => app.clock.now().getTime() + minutes * minute
const timer = (minutes: number, amount: number | null, priceId: string | null, more: Fields = {}) => ({
  title: `After ${minutes} minutes`,
  timestamp: ahead(minutes),
  amount,
  priceId,
  ...more,
})

const update = (form: string, body: Fields) =>
  call(app, 'PATCH', `/api/forms/${form}`, { token: seller.token, body: { isDetailUpdate: false, ...body } })

/**
 * Creates a form for 49, with "Team" for 99 and a hidden "Friends" for 29. `timersOf` makes its timers from
 * the prices' ids.
 */
async function createTimed(timersOf: (ids: Ids) => readonly object[], fields: Fields = {}): Promise<Ids> {
  const prices = [
    { label: 'Team', amount: 99 },
    { label: 'Friends', amount: 29, state: 'hidden' },
  ]
  const id = await createTestForm(app, seller, { priceLabel: 'Single', prices, ...fields })
  const read = formSchema.parse((await call(app, 'GET', `/api/forms/${id}`, { token: seller.token })).body)
  const [team, friends] = read.prices.map((price) => price.id)
  const ids = { id, single: read.priceId, team: team ?? '', friends: friends ?? '' }
  expect((await update(id, { timers: timersOf(ids) })).status).toBe(200)
  return ids
}
type Ids = Readonly<Record<'id' | 'single' | 'team' | 'friends', string>>

const buy = (form: string, fields: Fields = {}) =>
  pay(app, form, { email: `timed-${(buyers += 1)}@example.com`, ...fields })

async function paidFor(form: string, fields: Fields): Promise<number> {
  const { purchaseId } = outcomeOf(await buy(form, fields))
  const { total } = await app.services.db
    .selectFrom('purchases')
    .select('total')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  return total
}

const pageOf = async ({ id }: Ids, query = '') => (await fetch(`${app.url}/payment/${id}${query}`)).text()
const pageData = z.object({ quote: z.object({ token: z.string() }) })
const quoteOf = async (ids: Ids) =>
  pageData.parse(JSON.parse(/ id="page-data">([^<]*)</.exec(await pageOf(ids))?.[1] ?? 'null')).quote.token

test('a timer for one price changes no other price', async () => {
  const form = await createTimed(({ team }) => [timer(10, 129, team)])
  app.clock.advance(10 * 60)
  const quote = await quoteOf(form)
  expect(await paidFor(form.id, { quote, price: form.team })).toBe(12_900)
  expect(await paidFor(form.id, { quote, price: form.single })).toBe(4900)
  expect(await paidFor(form.id, { quote, price: form.friends })).toBe(2900)
})

test('the page counts down only to a change of the shown price', async () => {
  const form = await createTimed(({ single }) => [timer(10, 59, single)])
  const shown = async (query = '') => (await pageOf(form, query)).replace(/<script.*?<\/script>/gs, '')
  const [first, team] = await Promise.all([shown(), shown(`?price=${form.team}`)])
  expect(first).toContain('Goes up to $59.00 on ')
  expect(team).not.toContain('Goes up')
  expect(team).toContain('Then $59.00')
  app.clock.advance(10 * 60)
  expect(await paidFor(form.id, { quote: await quoteOf(form) })).toBe(5900)
})

test('a buyer can pay the price shown before its timer within the grace period', async () => {
  const form = await createTimed(({ team }) => [timer(10, 129, team)], { priceGracePeriod: 5 })
  const quote = await quoteOf(form)
  app.clock.advance(15 * 60)
  expect(await paidFor(form.id, { quote, price: form.team })).toBe(9900)
  app.clock.advance(1)
  expect(errorOf(await buy(form.id, { quote, price: form.team })).code).toBe('quote_changed')
  expect(await paidFor(form.id, { quote, price: form.single })).toBe(4900)
  expect(errorOf(await buy(form.id, { price: form.team })).code).toBe('quote_changed')
  expect(await paidFor(form.id, { price: form.single })).toBe(4900)
})

test('a page shows the next amount of its visible prices but not of hidden ones', async () => {
  const form = await createTimed(({ team, friends }) => [timer(10, 129, team), timer(20, 39, friends)])
  const page = await pageOf(form)
  expect(page).toContain('After 10 minutes')
  expect(page).toContain('Then $129.00')
  expect(page).not.toContain('After 20 minutes')
  expect(await pageOf(form, `?price=${form.friends}`)).toContain('Goes up to $39.00 on ')
  app.clock.advance(10 * 60)
  expect(await pageOf(form)).toContain('$129.00')
})

test('a cached page is rebuilt when a timer for any of its prices ends', async () => {
  const form = await createTimed(({ team }) => [timer(10, 129, team)])
  const end = ahead(10)
  app.clock.set(new Date(end - 100))
  expect(await pageOf(form)).toContain('Then $129.00')
  app.clock.set(new Date(end))
  const page = await pageOf(form)
  expect(page).not.toContain('Then $129.00')
  expect(page).toContain('$129.00')
})

test('a free price asks for a card once a timer has raised it', async () => {
  const free = { prices: [{ label: 'Later', amount: 0 }], amount: 0 }
  const id = await createTestForm(app, seller, free)
  const { body } = await call(app, 'GET', `/api/forms/${id}`, { token: seller.token })
  const [later] = formSchema.parse(body).prices
  await update(id, { timers: [timer(10, 20, later?.id ?? null)] })
  const html = await (await fetch(`${app.url}/payment/${id}`)).text()
  expect(html).toContain('stripe.js')
  app.clock.advance(3 * 60 * 60)
  expect(await paidFor(id, { price: later?.id })).toBe(2000)
  expect(await paidFor(id, {})).toBe(0)
})

test('an additional price that a timer will lower shows its own lowest price of the last 30 days', async () => {
  await locate(app, seller, 'DE')
  const form = await createTimed(({ team }) => [timer(600, 69, team)])
  expect(await pageOf(form, `?price=${form.team}`)).toMatch(
    /Goes down to \$69\.00 on \d+ \w+ \d{4}\. Lowest price of the last 30 days: \$99\.00\./,
  )
  expect(await pageOf(form)).toMatch(/Then \$69\.00.*Lowest price of the last 30 days: \$99\.00\./)
  await locate(app, seller, 'US')
})

test('a timer for an additional price has no amount that an earlier release could misread', async () => {
  const form = await createTimed(({ team }) => [timer(10, 129, team), timer(20, 59, null)])
  const rows = await app.services.db
    .selectFrom('timers')
    .select(['amount', 'priceId', 'priceAmount'])
    .where('formId', '=', form.id)
    .orderBy('expiresAt')
    .execute()
  expect(rows).toEqual([
    { amount: null, priceId: form.team, priceAmount: 12_900 },
    { amount: 5900, priceId: null, priceAmount: null },
  ])
})
