import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { booksOf, errorOf, pay } from '../pay/test-paying.ts'

let app: TestApp
let seller: TestSeller
let start: number
let buyers = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => {
  start = Date.now()
  app.clock.set(new Date(start))
})

const minute = 60_000
const at = (milliseconds: number) => app.clock.set(new Date(start + milliseconds))
const timer = (after: number, fields: object) => ({
  title: 'Early bird',
  timestamp: start + after,
  ...fields,
})
const update = (form: string, body: object) =>
  call(app, 'PATCH', `/api/forms/${form}`, { token: seller.token, body: { isDetailUpdate: false, ...body } })

/** The result of a payment: the amount charged, or the status and error code. */
const result = async (form: string, quote?: string) => {
  const before = (await booksOf(app, form)).charged.length
  const answer = await pay(app, form, { email: `buyer-${(buyers += 1)}@example.com`, quote })
  const charged = (await booksOf(app, form)).charged
  if (answer.status === 200) return charged[0]
  expect(charged).toHaveLength(before)
  return [answer.status, errorOf(answer).code]
}

const quoteOf = async (form: string) => {
  const page = await (await fetch(`${app.url}/payment/${form}`)).text()
  return /"token":"([^"]+)"/.exec(page)?.[1] ?? 'none'
}

const rising = (fields: object = {}) =>
  createTestForm(app, seller, { timers: [timer(minute, { amount: 59 })], ...fields })

test('a timer’s price applies from the exact millisecond of its deadline', async () => {
  const form = await rising()
  at(minute - 1)
  expect(await result(form, await quoteOf(form))).toBe(4900)
  at(minute)
  expect(await result(form, await quoteOf(form))).toBe(5900)
})

test.each([
  ['at the deadline', minute, 4900],
  ['when the grace period ends', 11 * minute, 4900],
  ['a millisecond later', 11 * minute + 1, [409, 'quote_changed']],
])('a buyer who saw the lower price before its deadline pays %s: %j', async (_, after, expected) => {
  const form = await rising()
  const quote = await quoteOf(form)
  at(after)

  expect(await result(form, quote)).toEqual(expected)
})

test.each([
  [0, 0, 4900],
  [0, 1, [409, 'quote_changed']],
  [60, 60 * minute, 4900],
  [60, 60 * minute + 1, [409, 'quote_changed']],
])(
  'with a grace period of %i minutes, paying %i ms after the deadline gives %j',
  async (priceGracePeriod, after, expected) => {
    const form = await rising({ priceGracePeriod })
    const quote = await quoteOf(form)
    at(minute + after)

    expect(await result(form, quote)).toEqual(expected)
  },
)

// Proves server-price.
test('a lower price applies immediately, and no buyer pays more than shown', async () => {
  const form = await createTestForm(app, seller, {
    timers: [timer(minute, { amount: 39 }), timer(20 * minute, { amount: 69 })],
  })
  const quote = await quoteOf(form)
  at(15 * minute)
  expect(await result(form, quote)).toBe(3900)
  at(30 * minute)
  expect(await result(form, quote)).toBe(4900)
  at(30 * minute + 1)
  expect(await result(form, quote)).toEqual([409, 'quote_changed'])
})

test('if the seller changed a price, buyers see the new price before they are charged', async () => {
  const form = await rising()
  const quote = await quoteOf(form)
  at(2 * minute)
  await update(form, { amount: 45 })

  expect(await result(form, quote)).toEqual([409, 'quote_changed'])
})

// Proves server-price.
test('without a quote a changed price is charged only after two hours', async () => {
  const form = await createTestForm(app, seller)
  expect(await result(form)).toBe(4900)
  await update(form, { title: 'A course in gouache', amount: 49 })
  expect(await result(form)).toBe(4900)
  await update(form, { amount: 59 })
  expect(await result(form)).toEqual([409, 'quote_changed'])
  at(2 * 60 * minute - 1)
  expect(await result(form)).toEqual([409, 'quote_changed'])
  at(2 * 60 * minute)
  expect(await result(form)).toBe(5900)
})

test('without a quote a timer counts as a price change', async () => {
  const form = await rising()
  expect(await result(form)).toBe(4900)
  at(minute)
  expect(await result(form)).toEqual([409, 'quote_changed'])
  at(121 * minute)
  expect(await result(form)).toBe(5900)
})

test('after a timer redirects buyers, those already on the page can pay within the grace period', async () => {
  const redirectUrl = 'https://waitlist.example.com/join'
  const form = await createTestForm(app, seller, { timers: [timer(minute, { redirectUrl })] })
  const quote = await quoteOf(form)
  at(minute)
  const refused = await pay(app, form)
  expect([refused.status, errorOf(refused).code, errorOf(refused).details]).toEqual([
    410,
    'offer_ended',
    { redirectUrl },
  ])
  at(11 * minute)
  expect(await result(form, quote)).toBe(4900)
  at(11 * minute + 1)
  expect(await result(form, quote)).toEqual([410, 'offer_ended'])
})

test.each([-1, 61, 1.5, '10'])('a grace period of %j minutes is rejected', async (priceGracePeriod) => {
  const form = await createTestForm(app, seller)

  expect((await update(form, { priceGracePeriod })).status).toBe(422)
})
