import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newKey, outcomeOf } from '#buying/checkout/pay/test-paying.ts'
import { accept, addBump, addOffer, offerOf, type TestOrder } from '#buying/upsells/test-offers.ts'
import { open } from '#buying/withdrawal/test-withdrawals.ts'
import { asSeller, renew } from '#payments/subscriptions/test-subscriptions.ts'
import { languageHeader } from '#foundation/language/languages.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => app.clock.set(new Date()))

const idBody = z.object({ id: z.string() })

const texts = {
  de: { title: 'Aquarell von Anfang an', buttonText: 'Jetzt malen', successMessage: 'Willkommen im Kurs!' },
}

const course = async (fields: Readonly<Record<string, unknown>> = {}) =>
  createTestForm(app, seller, {
    title: 'Watercolor from zero',
    description: 'Six weeks of brush, paper and water.',
    buttonText: 'Start painting',
    successMessage: 'Welcome to the course!',
    texts,
    ...fields,
  })

const buy = async (
  form: string,
  language: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<TestOrder> => {
  const email = `${newKey()}@example.com`
  const body = { form, email, name: 'Bea Novak', paymentMethodId: 'pm_card_visa', ...fields }
  const headers = { [languageHeader]: language, 'idempotency-key': newKey() }
  return outcomeOf(await call(app, 'POST', '/api/stripe/pay-form', { body, headers }))
}

const pageOf = async ({ purchaseId, secret }: TestOrder) =>
  (await open(app, `/purchases/${purchaseId}?key=${secret}`)).text

const receiptOf = async ({ purchaseId }: TestOrder) => {
  const { id } = await app.services.db
    .selectFrom('mails')
    .select('id')
    .where('purchaseId', '=', purchaseId)
    .where('kind', '=', 'receipt')
    .executeTakeFirstOrThrow()
  return (await open(app, `/dev/mail/${id}`)).text
}

const saleOf = async ({ purchaseId }: TestOrder) =>
  (await call(app, 'GET', `/api/sales/${purchaseId}`, { token: seller.token })).body

test('a page shows its translated texts in the buyer’s language and marks the others', async () => {
  const form = await course()
  const { text: german } = await open(app, `/payment/${form}?lang=de`)
  const { text: french } = await open(app, `/payment/${form}?lang=fr`)

  expect(german).toContain('<title>Aquarell von Anfang an · ')
  expect(german).toMatch(/<h1 class="[^"]*">Aquarell von Anfang an</)
  expect(german).toMatch(/<div lang="en" class="[^"]*"><p[^>]*>Six weeks/)
  expect(german).not.toContain('Watercolor from zero')
  expect(french).toMatch(/<h1 lang="en" class="[^"]*">Watercolor from zero</)
  expect(french).not.toContain('Aquarell')
})

test('English texts on an Arabic page are left-to-right', async () => {
  const { text } = await open(app, `/payment/${await course()}?lang=ar`)
  expect(text).toMatch(/<h1 lang="en" dir="ltr"/)
})

test('an order shows its buyer what was bought in their language, and its seller the original text', async () => {
  const bump = await addBump(app, seller, {
    title: 'Twelve good brushes',
    texts: { de: { title: 'Zwölf gute Pinsel' } },
  })
  const form = await course({ bumps: [bump] })
  const order = await buy(form, 'de', { bumps: [bump] })

  expect(order).toMatchObject({ successMessage: 'Willkommen im Kurs!' })
  for (const shown of [await pageOf(order), await receiptOf(order)]) {
    expect(shown).toContain('Aquarell von Anfang an')
    expect(shown).toContain('Zwölf gute Pinsel')
    expect(shown).toContain('Willkommen im Kurs!')
    expect(shown).not.toContain('Watercolor')
  }
  expect(await saleOf(order)).toMatchObject({
    formTitle: 'Watercolor from zero',
    lines: [{ title: 'Watercolor from zero' }, { title: 'Twelve good brushes' }],
  })
})

test('a buyer sees timer and tax titles in their language, and the tax title on offers and receipts too', async () => {
  const { token } = seller
  const fields = { title: 'VAT', percentage: 19, texts: { de: { title: 'Umsatzsteuer' } } }
  const { id: taxId } = idBody.parse((await call(app, 'POST', '/api/taxes', { token, body: fields })).body)
  const timestamp = app.clock.now().getTime() + 3_600_000
  const timers = [{ title: 'Early price', timestamp, texts: { de: { title: 'Frühbucherpreis' } } }]
  const form = await course({ taxId, timers, oneTimeOffer: await addOffer(app, seller) })
  const { text: german } = await open(app, `/payment/${form}?lang=de`)
  const { text: french } = await open(app, `/payment/${form}?lang=fr`)

  expect(german).toContain('Frühbucherpreis')
  expect(german).toContain('Umsatzsteuer')
  expect(german).not.toMatch(/Early price|VAT/)
  expect(french).toMatch(/<span lang="en">Early price</)
  expect(french).not.toMatch(/Umsatzsteuer|Frühbucher/)

  const order = await buy(form, 'de')
  const taken = outcomeOf(await accept(app, order, await offerOf(app, order)))
  for (const bought of [order, taken]) expect(await pageOf(bought)).toContain('Umsatzsteuer')
  expect(await receiptOf(order)).toContain('Umsatzsteuer')
})

test('an order keeps its titles when the seller changes the translations', async () => {
  const form = await course()
  const order = await buy(form, 'de')
  const body = { isDetailUpdate: false, texts: { de: { title: 'Malen lernen in sechs Wochen' } } }
  await call(app, 'PATCH', `/api/forms/${form}`, { token: seller.token, body })
  expect(await pageOf(order)).toContain('Aquarell von Anfang an')
})

test('offers after an order are in its language', async () => {
  const offer = await addOffer(app, seller, {
    title: 'An hour with the teacher',
    texts: { de: { title: 'Eine Stunde mit der Lehrerin', acceptButtonText: 'Ja, gern' } },
  })
  const order = await buy(await course({ oneTimeOffer: offer }), 'de')
  const shown = await offerOf(app, order)

  expect(shown).toMatchObject({
    title: 'Eine Stunde mit der Lehrerin',
    acceptButtonText: 'Ja, gern',
    translated: ['title', 'acceptButtonText'],
  })
  const taken = outcomeOf(await accept(app, order, shown))
  expect(await pageOf(taken)).toContain('Eine Stunde mit der Lehrerin')
  expect(await saleOf(taken)).toMatchObject({ offerTitle: 'An hour with the teacher' })
})

test('a renewal keeps its price’s name in both languages', async () => {
  const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
  const form = await course({
    ...monthly,
    amount: 12,
    setupAmount: 5,
    priceLabel: 'Basic',
    priceTexts: { de: { label: 'Einfach' } },
    prices: [{ ...monthly, label: 'Full', amount: 99, texts: { de: { label: 'Voll' } } }],
  })
  const order = await buy(form, 'de')
  expect(await pageOf(order)).toContain('Aquarell von Anfang an (Einfach)')
  const named = { formTitle: 'Watercolor from zero (Basic)' }
  expect(await saleOf(order)).toMatchObject({
    ...named,
    lines: [{ title: 'Watercolor from zero (Basic)' }, { title: 'Set-up fee' }],
    subscription: { title: 'Watercolor from zero (Basic)' },
  })

  await renew(app, { form, ...order })
  const { id } = await app.services.db
    .selectFrom('purchases')
    .select('id')
    .where('orderId', '=', order.purchaseId)
    .executeTakeFirstOrThrow()
  const { title } = await app.services.db
    .selectFrom('purchaseLines')
    .select('title')
    .where('purchaseId', '=', id)
    .executeTakeFirstOrThrow()
  expect(title).toBe('Aquarell von Anfang an (Einfach)')
  const sale = await asSeller(app, () => saleOf({ purchaseId: id, secret: '' }))
  expect(sale).toMatchObject(named)
})
