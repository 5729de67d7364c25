import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { changePreview, planOutcome } from '#accounts/billing/contract.ts'
import { reconcilePlans } from '#accounts/billing/subscription/reconcile-plans.ts'
import { firstOf, subscribe, takeEvents, type PlanSeller } from '#accounts/billing/test-billing.ts'
import { addFile } from '#accounts/uploads/test-files.ts'
import {
  accept,
  addBump,
  createOfferForm,
  current,
  offerOf,
  order,
  type TestOrder,
} from '#buying/upsells/test-offers.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import {
  moveTo,
  purchasesOf,
  rowOf,
  subscribe as subscribeBuyer,
} from '#payments/subscriptions/test-subscriptions.ts'
import { formOf } from '#selling/forms/test-forms.ts'
import {
  call,
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
} from '#test-app.ts'
import { quote } from '../contract.ts'
import { loadForm } from '../store.ts'
import { booksOf, errorOf, newKey, outcomeOf, pay } from '../pay/test-paying.ts'

let app: TestApp
let seller: PlanSeller
let start: number

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  start = Date.now()
  app.clock.set(new Date(start))
  const signedUp = await signUpSeller(app, { plan: 'trial' })
  const { sellerId } = await app.services.db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', signedUp.userId)
    .executeTakeFirstOrThrow()
  seller = { ...signedUp, sellerId }
  await subscribe(app, seller, { plan: 'GROWTH', paymentMethodId: 'pm_card_visa' })
})

const minute = 60_000
const at = (milliseconds: number) => app.clock.set(new Date(start + milliseconds))
const as = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  call(app, method, `/api/${path}`, { token: seller.token, body })

const pressChange = async (plan: 'BASIC' | 'GROWTH') => {
  const { id } = await firstOf(app, seller)
  return as('POST', 'stripe/change-plan', { plan, email: 'ada@example.com', currentSubscriptionId: id })
}

const take = async (plan: 'BASIC' | 'GROWTH') =>
  expect(planOutcome.parse((await pressChange(plan)).body).status).toBe('done')

const disabledOn = async (plan: 'BASIC' | 'GROWTH') => {
  const { id } = await firstOf(app, seller)
  const answer = await as('POST', 'stripe/change-plan/preview', { plan, currentSubscriptionId: id })
  return changePreview.parse(answer.body).resting
}

const addTax = async (percentage = 10) => {
  const { body } = await as('POST', 'taxes', { title: 'Value added tax', percentage, inclusive: false })
  return z.object({ id: z.string() }).parse(body).id
}

/** Creates a form for 49.00 with a bump for 9.00, 10% tax and offers. After a minute it costs 59.00. */
const fullForm = async () => {
  const bump = await addBump(app, seller, { title: 'A printed workbook' })
  const form = await createOfferForm(app, seller, {
    title: 'A course with everything',
    taxId: await addTax(),
    timers: [{ title: 'Early bird', timestamp: start + minute, amount: 59 }],
  })
  await as('PATCH', `forms/${form}`, { isDetailUpdate: false, bumps: [bump] })
  return { form, bump }
}

/** Loads the page for a new visitor, after dropping this process's cached copy. */
const pageOf = async (form: string) => {
  await as('PATCH', `forms/${form}`, { isDetailUpdate: false, name: '' })
  const text = await (await fetch(`${app.url}/payment/${form}`)).text()
  return { text, quote: /"token":"([^"]+)"/.exec(text)?.[1] ?? 'none' }
}

const buy = (form: string, fields: object = {}, key: string = newKey()) =>
  pay(app, form, { email: `${newKey()}@example.com`, ...fields }, key)

const totals = async (form: string) => (await booksOf(app, form)).charged

const offered = async (bought: TestOrder) => (await current(app, bought)).offer?.title ?? null

test('a bump that the plan disables adds no files to its form', async () => {
  const { form, bump } = await fullForm()
  const files = [await addFile(app, seller, 'Workbook.txt')]
  await as('PATCH', `bumps/${bump}`, { files })
  const hasFiles = async () => (await loadForm(app.services.db, form))?.hasFiles
  expect(await hasFiles()).toBe(true)

  await take('BASIC')
  expect(await hasFiles()).toBe(false)
})

test('parts of a form that a smaller plan disables return with the larger plan', async () => {
  const { form, bump } = await fullForm()
  at(minute)
  const before = await pageOf(form)
  expect(before.text).toContain('A printed workbook')
  expect((await buy(form, { bumps: [bump], quote: before.quote })).status).toBe(200)
  expect(await totals(form)).toEqual([7480])

  await take('BASIC')
  const small = await pageOf(form)
  expect(small.text).not.toMatch(/A printed workbook|Value added tax|Early bird/)
  expect(small.text).toContain('"hasOffers":false')
  const alone = outcomeOf(await buy(form, { quote: small.quote }))
  expect(await totals(form)).toEqual([4900, 7480])
  expect(await offered(alone)).toBeNull()
  expect(formOf(await as('GET', `forms/${form}`))).toMatchObject({
    bumps: [{ id: bump }],
    otoSequenceList: [{ title: 'A set of brushes' }],
    oneTimeOffer: { title: 'The second course' },
    tax: { percentage: 10 },
    timers: [{ title: 'Early bird' }],
  })

  await take('GROWTH')
  const after = await pageOf(form)
  expect(after.text).toContain('A printed workbook')
  const again = outcomeOf(await buy(form, { bumps: [bump], quote: after.quote }))
  expect(await totals(form)).toEqual([7480, 4900, 7480])
  expect(await offered(again)).toBe('The second course')
})

test.each(['BASIC', 'GROWTH'] as const)(
  'after a change to %s buyers see the new price before it is charged',
  async (plan) => {
    const { form } = await fullForm()
    if (plan === 'GROWTH') await take('BASIC')
    at(minute)
    const { quote: shown } = await pageOf(form)
    await take(plan)

    const refused = await buy(form, { quote: shown })
    expect([refused.status, errorOf(refused).code]).toEqual([409, 'quote_changed'])
    expect(await totals(form)).toEqual([])
    const { token, price } = quote.parse(errorOf(refused).details?.quote)
    expect(price.total).toBe(plan === 'BASIC' ? 4900 : 6490)
    expect((await buy(form, { quote: token })).status).toBe(200)
    expect(await totals(form)).toEqual([price.total])
  },
)

test('a plan change leaves a quote valid if the price stays the same', async () => {
  const timers = [{ title: 'Early bird', timestamp: start + minute, amount: 59 }]
  const form = await createTestForm(app, seller, { timers })
  const { quote: shown } = await pageOf(form)
  await take('BASIC')

  expect((await buy(form, { quote: shown })).status).toBe(200)
  expect(await totals(form)).toEqual([4900])
})

test('without a quote, a plan change counts as a price change for two hours', async () => {
  const [form, plain] = [
    await createTestForm(app, seller, { taxId: await addTax() }),
    await createTestForm(app, seller),
  ]
  await as('PATCH', `forms/${form}`, { isDetailUpdate: false, name: 'x' })
  await app.services.db.updateTable('planSubscriptions').set({ planChangedAt: null }).execute()
  expect((await buy(form)).status).toBe(200)
  await take('BASIC')

  expect(errorOf(await buy(form)).code).toBe('quote_changed')
  expect((await buy(plain)).status).toBe(200)
  at(120 * minute)
  expect((await buy(form)).status).toBe(200)
  expect(await totals(form)).toEqual([4900, 5390])
})

test('a bump that the plan disables cannot be bought', async () => {
  const { form, bump } = await fullForm()
  const { quote: shown } = await pageOf(form)
  await take('BASIC')
  const refused = await buy(form, { bumps: [bump], quote: shown })

  expect([refused.status, errorOf(refused).message]).toEqual([
    409,
    'Something you added to your order is no longer available.',
  ])
  expect(refused.body).toMatchObject({ details: { quote: { price: { total: 4900 } } } })
  expect(await totals(form)).toEqual([])
})

test('a buyer who paid before a plan change and lost the response can still get it', async () => {
  const { form, bump } = await fullForm()
  const { quote: shown } = await pageOf(form)
  const [key, fields] = [newKey(), { email: 'ann@example.com', bumps: [bump], quote: shown }]
  const first = outcomeOf(await buy(form, fields, key))
  await take('BASIC')

  expect(outcomeOf(await buy(form, fields, key))).toMatchObject({
    purchaseId: first.purchaseId,
    status: 'paid',
  })
  expect(await totals(form)).toEqual([6380])
})

test('a plan change ends pending offers without a charge, and accepted ones stay', async () => {
  const form = await createOfferForm(app, seller)
  const [bought, other] = [await order(app, form), await order(app, form)]
  const taken = await offerOf(app, bought)
  const key = newKey()
  expect((await accept(app, bought, taken, {}, key)).status).toBe(200)
  const waiting = await offerOf(app, bought)
  const charged = await totals(form)
  const untouched = await offerOf(app, other)
  await take('BASIC')

  expect((await accept(app, bought, waiting)).status).toBe(410)
  expect((await accept(app, other, untouched)).status).toBe(410)
  expect(outcomeOf(await accept(app, bought, taken, {}, key)).status).toBe('paid')
  expect((await current(app, bought)).accepted).toHaveLength(1)
  expect(await offered(bought)).toBeNull()
  expect(await totals(form)).toEqual(charged)
})

test('a subscription renews after a plan change at its agreed price, tax included', async () => {
  const bought = await subscribeBuyer(app, seller, { taxId: await addTax() })
  await take('BASIC')
  const { currentPeriodEnd } = await rowOf(app, bought)
  await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) + 2 * 60 * minute))
  await takeEvents(app)

  expect(
    (await purchasesOf(app, bought)).map(({ kind, total, taxAmount }) => [kind, total, taxAmount]),
  ).toEqual([
    ['order', 5390, 490],
    ['renewal', 5390, 490],
  ])
})

test('a plan change with an unknown outcome disables nothing until it is confirmed', async () => {
  const { form, bump } = await fullForm()
  const cut = { method: 'POST', path: '/v1/subscriptions/*', times: 9, fault: { kind: 'cut_after' } }
  await setFaults(app, { calls: [cut], ...lostEvents })
  expect((await pressChange('BASIC')).status).toBe(503)
  await setFaults(app, { calls: [] })
  const before = await pageOf(form)
  expect((await buy(form, { bumps: [bump], quote: before.quote })).status).toBe(200)
  app.clock.advance(61)
  await reconcilePlans(app.services)

  expect(errorOf(await buy(form, { quote: before.quote })).code).toBe('quote_changed')
  const after = await pageOf(form)
  expect((await buy(form, { quote: after.quote })).status).toBe(200)
  expect(await totals(form)).toEqual([4900, 6380])
})

test('before changing plans, a seller sees what each form would lose and its new price', async () => {
  const { form } = await fullForm()
  const closed = await createTestForm(app, seller, {
    title: 'A course that is over',
    timers: [{ title: 'The end', timestamp: start + minute, redirectUrl: 'https://example.com/' }],
  })
  await createTestForm(app, seller, { title: 'A course with nothing' })
  const stranger = await signUpSeller(app)
  await createOfferForm(app, stranger)
  const nothing = { bumps: 0, offers: 0, taxes: 0, furtherPrices: [] }
  const all = { bumps: 1, offers: 2, taxes: 1, timers: 1, furtherPrices: [] }
  const full = { ...all, id: form, title: 'A course with everything' }
  const over = { ...nothing, id: closed, title: 'A course that is over', timers: 1, price: null }

  expect(await disabledOn('BASIC')).toEqual([
    { ...full, price: null, reopens: false },
    { ...over, reopens: false },
  ])
  at(minute)
  expect(await disabledOn('BASIC')).toEqual([
    { ...full, price: { amount: 4900, currency: 'usd' }, reopens: false },
    { ...over, reopens: true },
  ])
  await take('BASIC')
  expect(await disabledOn('GROWTH')).toEqual([])
})

const cards = z.object({
  data: z.array(z.looseObject({ resting: z.unknown(), sale: z.unknown() })),
})
const cardsOf = async () => cards.parse((await as('GET', 'forms')).body).data

test('the list of forms shows each form’s next timer unless the plan disables timers', async () => {
  const end = { title: 'The end', timestamp: start + 2 * minute, redirectUrl: 'https://example.com/' }
  const rise = { title: 'Early bird', timestamp: start + minute, amount: 59 }
  await createTestForm(app, seller, { timers: [end, rise] })
  const sale = async () => (await cardsOf())[0]?.sale
  const change = (what: string, timer: { timestamp: number }) => ({
    state: 'selling',
    nextChange: { what, at: new Date(timer.timestamp).toISOString() },
  })

  expect(await sale()).toEqual(change('price', rise))
  at(minute)
  expect(await sale()).toEqual(change('end', end))
  at(2 * minute)
  expect(await sale()).toEqual({ state: 'over', nextChange: null })
  await take('BASIC')
  expect(await sale()).toEqual({ state: 'selling', nextChange: null })
})

test('the editor lists disabled parts, which can be removed but not added again', async () => {
  const { form, bump } = await fullForm()
  const resting = async () => (await cardsOf()).map((card) => card.resting)
  expect(await resting()).toEqual([null])
  await take('BASIC')
  expect(await resting()).toEqual([{ bumps: 1, offers: 2, taxes: 1, timers: 1 }])

  const change = (fields: object) => as('PATCH', `forms/${form}`, { isDetailUpdate: false, ...fields })
  expect((await change({ bumps: [], taxId: null, timers: [] })).status).toBe(200)
  expect(await resting()).toEqual([{ bumps: 0, offers: 2, taxes: 0, timers: 0 }])
  expect((await change({ bumps: [bump] })).body).toMatchObject({ code: 'plan_lacks_feature' })
  expect((await change({ otoSequenceList: [], oneTimeOffer: null })).status).toBe(200)
  expect(await resting()).toEqual([null])
})

test('viewing a page with disabled parts takes one SQL statement', async () => {
  const { form } = await fullForm()
  await take('BASIC')
  await as('PATCH', `forms/${form}`, { isDetailUpdate: false, name: '' })
  const headers = { host: new URL(app.url).host }
  const { statements } = await countStatements(async () =>
    app.server.inject({ method: 'GET', url: `/payment/${form}`, headers }),
  )
  expect(statements).toHaveLength(1)
})
