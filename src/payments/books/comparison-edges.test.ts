import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/test-paying.ts'
import { secondsAfter } from '#foundation/clock.ts'
import {
  askProvider,
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { compareBooks } from './compare-books.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterAll(async () => app.close())

const minute = 60
const day = 24 * 60 * minute
/** What is younger is not compared yet. */
const margin = 10 * minute

/** A purchase that is paid now, by the provider's clock in whole seconds and by ours in milliseconds. */
async function buy() {
  app.clock.set(new Date())
  const { purchaseId } = outcomeOf(await pay(app, form, { email: `${newKey()}@example.com` }))
  const { paymentIntentId, createdAt } = await app.services.db
    .selectFrom('purchases')
    .select(['paymentIntentId', 'createdAt'])
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  const { createdAt: chargedAt } = await app.services.provider.retrievePaymentIntent(
    seller.account,
    paymentIntentId ?? '',
  )
  return { purchaseId, paymentIntentId: paymentIntentId ?? '', createdAt, chargedAt }
}

/** The differences in the books as they are compared at a time. */
async function compareAt(time: Date) {
  app.clock.set(time)
  return compareBooks(app.services)
}

test.each([
  { name: 'is begun in the second in which the comparison ends', recorded: 0.9, ends: 0.5 },
  {
    name: 'is recorded a moment before the span that is compared, and charged in it',
    recorded: -1.5,
    begins: 0,
  },
  { name: 'is recorded long before its charge, which begins the span', recorded: -15 * minute, begins: 0 },
  {
    name: 'is recorded in the span and charged long after its end',
    recorded: -15 * minute,
    ends: -14 * minute,
  },
  { name: 'is recorded in the span and charged long before it', recorded: day, begins: day / 2 },
])('no difference is a purchase that $name', async ({ recorded, ends, begins }) => {
  const { purchaseId, chargedAt } = await buy()
  const recordAt = (time: Date) =>
    sql`update purchases set created_at = ${time} where id = ${purchaseId}`.execute(app.services.db)
  await recordAt(secondsAfter(chargedAt, recorded))
  try {
    const edge = ends ?? 3 * day + (begins ?? 0)
    expect(await compareAt(secondsAfter(chargedAt, edge + margin))).toEqual([])
  } finally {
    await recordAt(chargedAt)
  }
})

test('whatever purchases the edges of a comparison cut through, it finds no difference', async () => {
  const sold = []
  for (let count = 0; count < 8; count += 1) sold.push(...(await Promise.all([buy(), buy()])))
  const times = sold.flatMap(({ createdAt, chargedAt }) => [createdAt.getTime(), chargedAt.getTime()])
  const first = Math.min(...times) - 500
  const steps = 10
  const step = (Math.max(...times) + 500 - first) / steps
  for (let count = 0; count < steps; count += 1) {
    const edge = new Date(first + count * step)
    expect(await compareAt(secondsAfter(edge, margin))).toEqual([])
    expect(await compareAt(secondsAfter(edge, margin + 3 * day))).toEqual([])
  }
})

test('a charge and a purchase that have no other side are found all the same', async () => {
  const { purchaseId, paymentIntentId, chargedAt } = await buy()
  const { db } = app.services
  const rename = (id: string) =>
    db.updateTable('purchases').set({ paymentIntentId: id }).where('id', '=', purchaseId).execute()
  const stray = '01a1f882-85a6-763a-997b-e9385dbf9805'
  const belongTo = (id: string) =>
    askProvider(app, seller.account, `/v1/payment_intents/${paymentIntentId}`, { 'metadata[purchase]': id })
  await belongTo(stray)
  await rename('pi_nowhere')
  const found = await compareAt(secondsAfter(chargedAt, margin + minute))
  await belongTo(purchaseId)
  await rename(paymentIntentId)

  expect(found).toMatchObject([
    { kind: 'charge_without_purchase', paymentIntentId },
    { kind: 'purchase_without_charge', purchaseId },
  ])
})

test('a second charge for what is paid already is found, though it is of the same amount', async () => {
  const { purchaseId, paymentIntentId, chargedAt } = await buy()
  const { amountReceived, currency } = await app.services.provider.retrievePaymentIntent(
    seller.account,
    paymentIntentId,
  )
  await askProvider(app, seller.account, '/v1/payment_intents', {
    amount: String(amountReceived),
    currency,
    payment_method: 'pm_card_visa',
    confirm: 'true',
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
    'metadata[purchase]': purchaseId,
  })

  const found = await compareAt(secondsAfter(chargedAt, margin + minute))
  for (const { paymentIntentId: second } of found)
    await askProvider(app, seller.account, `/v1/payment_intents/${second ?? ''}`, {
      'metadata[purchase]': '',
    })

  expect(found).toMatchObject([
    { kind: 'charge_without_purchase', purchaseId, details: { amount: amountReceived, currency } },
  ])
  expect(found[0]?.paymentIntentId).not.toBe(paymentIntentId)
})

test('a refund that was made at the provider long before the books heard of it is no difference', async () => {
  const { paymentIntentId, purchaseId, chargedAt } = await buy()
  await setFaults(app, lostEvents)
  await askProvider(app, seller.account, '/v1/refunds', { payment_intent: paymentIntentId, amount: '900' })
  app.clock.set(secondsAfter(chargedAt, 2 * day))

  expect(await compareBooks(app.services)).toEqual([])
  expect(await compareAt(secondsAfter(chargedAt, 36 * day))).toEqual([])
  const { status } = await app.services.db
    .selectFrom('purchases')
    .select('status')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  expect(status).toBe('partially_refunded')
})
