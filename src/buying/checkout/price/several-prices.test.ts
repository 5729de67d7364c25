import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { rowOf } from '#payments/subscriptions/test-subscriptions.ts'
import { form as formSchema } from '#selling/forms/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { errorOf, outcomeOf, pay } from '../pay/test-paying.ts'

let app: TestApp
let seller: TestSeller
let buyers = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => app.clock.set(new Date()))

const monthly = { label: 'Monthly', amount: 12, priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
const three = { ...monthly, label: 'In three parts', amount: 17, cancelAfter: 3 }
const founders = { label: 'Founders', amount: 29, state: 'hidden' }

type Fields = Readonly<Record<string, unknown>>

/** Creates a form for 49 paid in full, 17 three times, 12 a month, or a hidden 29. */
async function createSeveral(fields: Fields = {}) {
  const prices = [three, monthly, founders]
  return readForm(await createTestForm(app, seller, { priceLabel: 'At once', prices, ...fields }))
}

async function readForm(id: string) {
  const answer = await call(app, 'GET', `/api/forms/${id}`, { token: seller.token })
  const { priceId, prices } = formSchema.parse(answer.body)
  const idOf = (label: string) => prices.find((price) => price.label === label)?.id ?? priceId
  return { id, prices, first: priceId, idOf }
}

const update = (form: string, body: Fields) =>
  call(app, 'PATCH', `/api/forms/${form}`, { token: seller.token, body: { isDetailUpdate: false, ...body } })

const buy = (form: string, fields: Fields = {}, key?: string) =>
  pay(app, form, { email: `chooser-${(buyers += 1)}@example.com`, ...fields }, key)

const bought = async (form: string, fields: Fields = {}) => outcomeOf(await buy(form, fields)).purchaseId

async function linesOf(purchaseId: string) {
  const rows = await app.services.db
    .selectFrom('purchases')
    .innerJoin('purchaseLines', 'purchaseLines.purchaseId', 'purchases.id')
    .select(['priceId', 'purchaseLines.title', 'purchaseLines.total'])
    .where('purchases.id', '=', purchaseId)
    .execute()
  return rows
}

const pageData = z.object({
  pricing: z.object({
    amount: z.number(),
    prices: z.array(z.object({ label: z.string() })).optional(),
    priceId: z.string().optional(),
  }),
  linkedPrice: z.string().optional(),
  hasMissedPrice: z.literal(true).optional(),
  quote: z.object({ token: z.string() }),
})

async function view(form: string, query = '') {
  const html = await (await fetch(`${app.url}/payment/${form}${query}`)).text()
  const data = pageData.parse(JSON.parse(/ id="page-data">([^<]*)</.exec(html)?.[1] ?? 'null'))
  return { html: html.replace(/<script.*?<\/script>/gs, ''), data }
}

const checkedIn = (html: string) => /<input[^>]*checked[^>]*>/.exec(html)?.[0] ?? ''

test('a buyer pays the price they chose, and receipt and invoice show its name', async () => {
  const form = await createSeveral()
  expect(await linesOf(await bought(form.id))).toEqual([
    { priceId: form.first, title: 'A course in watercolor (At once)', total: 4900 },
  ])
  expect(await linesOf(await bought(form.id, { price: form.idOf('Founders') }))).toEqual([
    { priceId: form.idOf('Founders'), title: 'A course in watercolor (Founders)', total: 2900 },
  ])
  const purchaseId = await bought(form.id, { price: form.idOf('In three parts') })
  expect(await linesOf(purchaseId)).toMatchObject([{ priceId: form.idOf('In three parts'), total: 1700 }])
  expect(await rowOf(app, { purchaseId })).toMatchObject({
    title: 'A course in watercolor (In three parts)',
    total: 1700,
    billingPeriod: 'Monthly',
    cancelAfter: 3,
  })
})

test('a form with only one price can be bought without a price id', async () => {
  const id = await createTestForm(app, seller)
  expect((await view(id)).data.pricing).toEqual({ amount: 4900 })
  expect(await linesOf(await bought(id, { price: id }))).toMatchObject([
    { title: 'A course in watercolor', total: 4900 },
  ])
})

test('a quote is valid for every chosen price until that price changes', async () => {
  const form = await createSeveral()
  const { token: quote } = (await view(form.id)).data.quote
  for (const { id } of form.prices) {
    expect(await buy(form.id, { quote, price: id })).toMatchObject({ status: 200 })
  }
  await update(form.id, { prices: form.prices.map((price) => ({ ...price, amount: price.amount + 1 })) })
  for (const { id } of form.prices) {
    expect(errorOf(await buy(form.id, { quote, price: id })).code).toBe('quote_changed')
  }
})

test('a buyer who chose a price that is no longer offered sees the current prices', async () => {
  const form = await createSeveral()
  const { token: quote } = (await view(form.id)).data.quote
  const [parts, month] = form.prices
  await update(form.id, { prices: [{ ...parts, state: 'retired' }] })
  for (const price of [parts?.id, month?.id]) {
    expect(errorOf(await buy(form.id, { quote, price }))).toMatchObject({
      code: 'quote_changed',
      message: 'The price you chose is no longer available.',
    })
    expect(errorOf(await buy(form.id, { price })).errors).toEqual({
      price: 'This price is no longer available',
    })
  }
})

test('an idempotency key cannot be reused for another price', async () => {
  const form = await createSeveral()
  const key = 'one-key-one-price'
  const email = 'one-key@example.com'
  expect((await buy(form.id, { email }, key)).status).toBe(200)
  const again = await buy(form.id, { email, price: form.idOf('Founders') }, key)
  expect([again.status, errorOf(again).code]).toEqual([422, 'idempotency_key_reused'])
})

test('a timer changes only the first price', async () => {
  const start = Date.now()
  const form = await createSeveral({
    timers: [{ title: 'Early bird', timestamp: start + 60_000, amount: 59 }],
  })
  const early = (await view(form.id)).data.quote.token
  app.clock.set(new Date(start + 60_000))
  const { token: quote } = (await view(form.id)).data.quote
  expect(await linesOf(await bought(form.id, { quote }))).toMatchObject([{ total: 5900 }])
  expect(await linesOf(await bought(form.id, { quote: early }))).toMatchObject([{ total: 4900 }])
  const price = form.idOf('Founders')
  expect(await linesOf(await bought(form.id, { quote, price }))).toMatchObject([{ total: 2900 }])
})

test('the page selects the linked price, the seller’s default or else the first price', async () => {
  const form = await createSeveral({ prices: [three, { ...monthly, isDefault: true }, founders] })
  const opened = await view(form.id)
  expect(opened.data.pricing.prices?.map(({ label }) => label)).toEqual([
    'At once',
    'In three parts',
    'Monthly',
  ])
  expect(checkedIn(opened.html)).toContain(form.idOf('Monthly'))
  expect(opened.html).toContain('$17.00 every month, 3 payments ($51.00 in total)')

  const linked = await view(form.id, `?price=${form.idOf('In three parts').toUpperCase()}`)
  expect(checkedIn(linked.html)).toContain(form.idOf('In three parts'))
  expect(linked.data.hasMissedPrice).toBeUndefined()
})

test('a hidden price appears only on the page that its link opens', async () => {
  const form = await createSeveral()
  expect((await view(form.id)).html).not.toContain('Founders')
  const linked = await view(form.id, `?price=${form.idOf('Founders')}`)
  expect(checkedIn(linked.html)).toContain(form.idOf('Founders'))

  await update(form.id, { prices: form.prices.filter(({ label }) => label !== 'Founders') })
  const missed = await view(form.id, `?price=${form.idOf('Founders')}`)
  expect(missed.html).toContain('The price in your link is no longer available.')
  expect(checkedIn(missed.html)).toContain(form.first)
})

test('a link to an unavailable price shows a message, and other links show their price', async () => {
  const [several, oneListed] = [await createSeveral(), await createSeveral({ prices: [founders] })]
  const alone = await createTestForm(app, seller)
  const missed = 'The price in your link is no longer available.'
  for (const form of [several, oneListed]) {
    const id = form.idOf('Founders')
    for (const query of [
      `?price=${id}.`,
      `?utm_source=x&amp;price=${id}`,
      `?price=${id}&price=${id}`,
      `&price=%20${id}`,
    ]) {
      const { html, data } = await view(form.id, query)
      expect([query, data.linkedPrice]).toEqual([query, id])
      expect(checkedIn(html)).toContain(id)
    }
  }
  const { first } = several
  for (const form of [several.id, oneListed.id, alone]) {
    const foreign = form === several.id ? oneListed.first : first
    for (const price of [foreign, '01a1f882-85a6-763a-997b-e9385dbf9804', 'friends', '19', first.slice(1)]) {
      const { html, data } = await view(form, `?price=${price}`)
      expect([price, data.hasMissedPrice, html.split(missed).length]).toEqual([price, true, 2])
    }
    const { html } = await view(
      form,
      `?price=${several.idOf('Founders')}&price=${oneListed.idOf('Founders')}`,
    )
    expect(html).toContain(missed)
    for (const query of ['', '?price=', '?price=%20', '?utm_source=19']) {
      expect((await view(form, query)).data.hasMissedPrice).toBeUndefined()
    }
  }
})

test('a link to the only remaining price shows the page without a message', async () => {
  const form = await createSeveral()
  await update(form.id, { prices: [] })
  const shown = await view(form.id, `?price=${form.first}`)
  expect([shown.data.pricing.amount, shown.data.hasMissedPrice]).toEqual([4900, undefined])
  const alone = await createTestForm(app, seller)
  expect((await view(alone, `?price=${alone}`)).data.hasMissedPrice).toBeUndefined()
  expect((await view(form.id, `?price=${form.idOf('Founders')}`)).html).toContain(
    'Here is the current price.',
  )
})
