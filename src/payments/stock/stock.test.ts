import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { payFormBody } from '#buying/checkout/contract.ts'
import { payForm } from '#buying/checkout/pay/pay-form.ts'
import { errorOf, newKey, outcomeOf, pay, stateOf } from '#buying/checkout/pay/test-paying.ts'
import { isDatabaseUnavailable } from '#foundation/db/driver/unavailable.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { form as formSchema } from '#selling/forms/contract.ts'
import {
  answerBank,
  call,
  createTestForm,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'

let app: TestApp
let seller: TestSeller
let start: number
let buyers = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  start = Date.now()
  app.clock.set(new Date(start))
  await setFaults(app, { calls: [], events: [] })
})

type Fields = Readonly<Record<string, unknown>>

const createPieces = (stockLimit: number | null, fields: Fields = {}) =>
  createTestForm(app, seller, { stockLimit, quantityMax: 10, ...fields })

const buy = (form: string, fields: Fields = {}) =>
  pay(app, form, { email: `quick-${(buyers += 1)}@example.com`, ...fields })

async function read(form: string) {
  const stock = await app.services.db
    .selectFrom('stocks')
    .select(['stockLimit', 'taken'])
    .where('formId', '=', form)
    .executeTakeFirst()
  return { stockLimit: stock?.stockLimit ?? null, stockTaken: stock?.taken ?? null }
}

const update = (form: string, body: Fields) =>
  call(app, 'PATCH', `/api/forms/${form}`, { token: seller.token, body: { isDetailUpdate: false, ...body } })

const view = (form: string) => fetch(`${app.url}/payment/${form}`)

/** For 1,000 buyers and 10 items, run `CROWD=1000 npm run unit -- stock`. */
const crowd = Number(process.env['CROWD'] ?? 60)

test('simultaneous buyers never get more items than are in stock', async () => {
  const pieces = Math.min(10, crowd / 6)
  const form = await createPieces(pieces)
  const buyAs = async (number: number) => {
    const key = newKey()
    const body = {
      form,
      email: `crowd-${number}@example.com`,
      name: 'Bea Novak',
      paymentMethodId: 'pm_card_visa',
    }
    const network = `203.0.${Math.trunc(number / 250)}.${number % 250}`
    for (;;) {
      try {
        const caller = { key, network, locale: null }
        return await payForm(app.services, payFormBody.parse(body), caller)
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error
      }
    }
  }
  const results = await Promise.allSettled(Array.from({ length: crowd }, (_, number) => buyAs(number)))
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  expect(reasons.filter((reason) => !/sold out/.test(reason))).toEqual([])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(pieces)
  expect(await read(form)).toEqual({ stockLimit: pieces, stockTaken: pieces })
})

test('a buyer who wants more items than are left sees how many there are', async () => {
  const form = await createPieces(5)
  expect((await buy(form, { quantity: 3 })).status).toBe(200)
  const refused = await buy(form, { quantity: 3 })
  expect([refused.status, errorOf(refused)]).toMatchObject([
    409,
    {
      code: 'fewer_left',
      message: 'Only 2 left.',
      details: { quote: { price: { total: 14_700 } } },
    },
  ])
  expect((await buy(form, { quantity: 2 })).status).toBe(200)
  const late = await buy(form)
  expect([late.status, errorOf(late).code]).toEqual([410, 'sold_out'])
})

test('the page shows when few items are left and when they are sold out', async () => {
  const form = await createPieces(12)
  const many = await (await view(form)).text()
  expect(many).not.toContain('left</p>')
  // The page's data must not contain the number of items either.
  expect(many).not.toContain('"left":')
  expect((await buy(form, { quantity: 5 })).status).toBe(200)
  const few = await (await view(form)).text()
  expect(few).toMatch(/Only (<!-- -->)?7(<!-- -->)? left/)
  expect((await buy(form, { quantity: 7 })).status).toBe(200)
  const gone = await view(form)
  const page = await gone.text()
  expect([gone.status, page]).toEqual([410, expect.stringContaining('>Sold out</h2>')])
  expect(page).toContain('>Your purchases</a>')
  expect(page).not.toContain('Not available right now')
  // The buyer of the last item still sees the state of their payment on this page.
  expect(page).toContain('id="page-data"')
  expect(page).not.toContain('type="submit"')
  const { data } = z
    .object({ data: z.array(z.object({ id: z.string(), sale: z.object({ state: z.string() }) })) })
    .parse((await call(app, 'GET', '/api/forms', { token: seller.token })).body)
  expect(data.find(({ id }) => id === form)?.sale.state).toBe('sold_out')
})

test('a form with fewer items left than its minimum quantity is sold out', async () => {
  const form = await createPieces(5, { quantityMin: 3 })
  expect((await buy(form)).status).toBe(200)
  expect((await view(form)).status).toBe(410)
  expect(errorOf(await buy(form)).code).toBe('sold_out')
})

test('a declined or abandoned purchase returns its items to the stock', async () => {
  const form = await createPieces(1)
  expect((await buy(form, { paymentMethodId: 'pm_card_visa_chargeDeclined' })).status).toBe(402)
  expect(await read(form)).toMatchObject({ stockTaken: 0 })
  const waiting = outcomeOf(await buy(form, { paymentMethodId: 'pm_card_threeDSecure2Required' }))
  expect(waiting.status).toBe('requires_action')
  expect(await read(form)).toMatchObject({ stockTaken: 1 })
  expect(errorOf(await buy(form)).code).toBe('sold_out')
  app.clock.set(new Date(start + 21 * 60_000))
  await reconcile(app.services)
  expect((await stateOf(app, waiting)).status).toBe('failed')
  expect(await read(form)).toMatchObject({ stockTaken: 0 })
  expect((await buy(form)).status).toBe(200)
})

test('the buyer of the last item sees the state of their own payment before "sold out"', async () => {
  const form = await createPieces(1)
  const refusalOf = async (fields: Fields) =>
    errorOf(await buy(form, { email: 'last@example.com', ...fields })).code
  const waiting = outcomeOf(
    await buy(form, { email: 'last@example.com', paymentMethodId: 'pm_card_authenticationRequired' }),
  )
  if (waiting.status !== 'requires_action') throw new Error(`unexpected ${waiting.status}`)
  expect(await refusalOf({ isRepeat: true })).toBe('payment_unsettled')
  await answerBank(app, waiting.clientSecret)
  expect((await stateOf(app, waiting)).status).toBe('paid')
  // The page asks about buying again only if its fields are complete.
  expect(await refusalOf({ paymentMethodId: null })).toBe('invalid_fields')
  expect(await refusalOf({})).toBe('bought_before')
  expect(await refusalOf({ isRepeat: true })).toBe('sold_out')
})

test('a refund does not return an item to the stock', async () => {
  const form = await createPieces(1)
  const { purchaseId } = outcomeOf(await buy(form))
  const refunded = await call(app, 'POST', `/api/sales/${purchaseId}/refunds`, {
    token: seller.token,
    headers: { 'idempotency-key': newKey() },
    body: {},
  })
  expect(refunded.status).toBeLessThan(300)
  expect(errorOf(await buy(form)).code).toBe('sold_out')
  await update(form, { stockLimit: 2 })
  expect((await buy(form)).status).toBe(200)
  const seen = await call(app, 'GET', `/api/forms/${form}`, { token: seller.token })
  expect(formSchema.parse(seen.body)).toMatchObject({ stockLimit: 2, stockTaken: 2 })
  expect(await read(form)).toEqual({ stockLimit: 2, stockTaken: 2 })
})

test('a form’s items are counted from the moment it gets a limit', async () => {
  const form = await createPieces(null)
  expect((await buy(form)).status).toBe(200)
  expect(await read(form)).toEqual({ stockLimit: null, stockTaken: null })
  await update(form, { stockLimit: 1 })
  const waiting = outcomeOf(await buy(form, { paymentMethodId: 'pm_card_threeDSecure2Required' }))
  expect(await read(form)).toEqual({ stockLimit: 1, stockTaken: 1 })
  await update(form, { stockLimit: null })
  await update(form, { stockLimit: 1 })
  expect((await buy(form)).status).toBe(200)
  // An item reserved under the former limit does not count toward this one.
  app.clock.set(new Date(start + 21 * 60_000))
  await reconcile(app.services)
  expect((await stateOf(app, waiting)).status).toBe('failed')
  expect(await read(form)).toEqual({ stockLimit: 1, stockTaken: 1 })
})
