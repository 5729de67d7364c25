import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
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
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { outcomeOf as outcomeIn } from '#payments/purchases/settle/outcome.ts'
import { settlePurchase } from '#payments/purchases/settle/settle-purchase.ts'
import { reconcileAccounts } from './reconcile-accounts.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterAll(async () => app.close())
beforeEach(async () => setFaults(app, {}))

const minute = 60
const day = 24 * 60 * minute
/** How old purchases must be to be compared, in seconds. */
const margin = 10 * minute

/** Pays for a purchase now. Stripe's times are in whole seconds, ours in milliseconds. */
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

/** The differences that a reconciliation finds at this time. */
async function compareAt(time: Date) {
  app.clock.set(time)
  return reconcileAccounts(app.services)
}

test.each([
  { name: 'begins in the last second compared', recorded: 0.9, ends: 0.5 },
  {
    name: 'is recorded just before the compared span and charged in it',
    recorded: -1.5,
    begins: 0,
  },
  { name: 'is recorded long before the compared span and charged in it', recorded: -15 * minute, begins: 0 },
  {
    name: 'is recorded in the compared span and charged long after it',
    recorded: -15 * minute,
    ends: -14 * minute,
  },
  { name: 'is recorded in the compared span and charged long before it', recorded: day, begins: day / 2 },
])('reconciliation finds no difference for a purchase that $name', async ({ recorded, ends, begins }) => {
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

test('a reconciliation finds no difference wherever its span begins and ends', { tags: 'long' }, async () => {
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

// Proves reconciliation.
test('a charge without a purchase and a purchase without a charge are both found', async () => {
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

/** Charges a paid purchase again, and unlinks that charge from the purchase after the test. */
async function chargingAgain<T>(
  { purchaseId, paymentIntentId }: Awaited<ReturnType<typeof buy>>,
  run: (charge: { readonly id: string; readonly details: object }) => Promise<T>,
): Promise<T> {
  const { amountReceived: amount, currency } = await app.services.provider.retrievePaymentIntent(
    seller.account,
    paymentIntentId,
  )
  const { id } = await askProvider(app, seller.account, '/v1/payment_intents', {
    amount: String(amount),
    currency,
    payment_method: 'pm_card_visa',
    confirm: 'true',
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
    'metadata[purchase]': purchaseId,
  })
  try {
    return await run({ id, details: { amount, currency } })
  } finally {
    await askProvider(app, seller.account, `/v1/payment_intents/${id}`, { 'metadata[purchase]': '' })
  }
}

test('a second charge of the same amount for a paid purchase is found', async () => {
  await setFaults(app, lostEvents)
  const bought = await buy()
  await chargingAgain(bought, async ({ id: paymentIntentId, details }) => {
    const found = await compareAt(secondsAfter(bought.chargedAt, margin + minute))

    expect(found).toMatchObject([
      { kind: 'charge_without_purchase', purchaseId: bought.purchaseId, paymentIntentId, details },
    ])
  })
})

// Proves reconciliation.
test('a second charge found by event and by reconciliation is one difference', async () => {
  const bought = await buy()
  const { purchaseId, chargedAt } = bought
  const { db } = app.services
  const listed = () =>
    db
      .selectFrom('bookDifferences')
      .select(['kind', 'paymentIntentId', 'details'])
      .where('purchaseId', '=', purchaseId)
      .execute()
  await chargingAgain(bought, async ({ id: paymentIntentId, details }) => {
    const difference = { kind: 'charge_without_purchase', paymentIntentId, details }
    await expect
      .poll(async () => {
        app.clock.advance(5)
        await workOffEvents(app.services)
        return listed()
      })
      .toEqual([difference])
    await compareAt(secondsAfter(chargedAt, margin + minute))

    expect(await listed()).toEqual([difference])
  })
})

test('a charge settled after another payment was recorded is a difference', async () => {
  await setFaults(app, lostEvents)
  const bought = await buy()
  await chargingAgain(bought, async ({ id }) => {
    const { provider, db } = app.services
    const intent = await provider.retrievePaymentIntent(seller.account, id)
    const paid = await findPurchaseById(db, bought.purchaseId)
    if (paid === undefined) throw new Error('no purchase')
    // The purchase as it was read before the other payment was recorded.
    const before = { ...paid, status: 'unknown' as const, paymentIntentId: null }
    const settled = await settlePurchase(app.services, before, outcomeIn(intent), 'webhook')
    const listed = await db
      .selectFrom('bookDifferences')
      .select('paymentIntentId')
      .where('purchaseId', '=', bought.purchaseId)
      .execute()

    expect(settled).toMatchObject({ status: 'paid', paymentIntentId: bought.paymentIntentId })
    expect(listed).toEqual([{ paymentIntentId: id }])
  })
})

test('reconciliation finds no difference for a refund recorded long after Stripe made it', async () => {
  const { paymentIntentId, purchaseId, chargedAt } = await buy()
  await setFaults(app, lostEvents)
  await askProvider(app, seller.account, '/v1/refunds', { payment_intent: paymentIntentId, amount: '900' })
  app.clock.set(secondsAfter(chargedAt, 2 * day))

  expect(await reconcileAccounts(app.services)).toEqual([])
  expect(await compareAt(secondsAfter(chargedAt, 36 * day))).toEqual([])
  const { status } = await app.services.db
    .selectFrom('purchases')
    .select('status')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  expect(status).toBe('partially_refunded')
})
