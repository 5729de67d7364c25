import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import { bouncingDebit, debitTakes, slowDebit, tokenOf } from '#buying/checkout/pay/test-tokens.ts'
import { order } from '#buying/upsells/test-offers.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { checkSubscriptions } from '#payments/subscriptions/sync/leave-disconnected.ts'
import {
  asSeller,
  confirmSetup,
  moveTo,
  paidTotalsOf,
  purchasesOf,
  rowOf,
} from '#payments/subscriptions/test-subscriptions.ts'
import { createTestForm, lostEvents, moveProviderClock, setFaults, type TestApp } from '#test-app.ts'
import {
  hiddenIn,
  listed,
  post,
  purchaseOf,
  returnedFor,
  startWithdrawals,
  state,
  workOff,
} from '../test-withdrawals.ts'
import { withdrawalWriters } from '../write-withdrawal-mails.ts'
import { listSubscribedOrders } from '../store.ts'

let shop: Awaited<ReturnType<typeof startWithdrawals>>
let app: TestApp

beforeAll(async () => {
  shop = await startWithdrawals()
  app = shop.app
  await setFaults(app, lostEvents)
})
afterAll(async () => app.close())

const days = async (count: number) => moveTo(app, new Date(app.clock.now().getTime() + count * 86_400_000))

const lookAround = async () => {
  for (let look = 0; look < 4; look += 1) {
    app.clock.advance(61)
    await reconcile(app.services)
    await checkSubscriptions(app.services)
  }
}

const statementsOf = async (email: string) =>
  (await asSeller(app, () => listed(app, shop.seller))).filter((one) => one.email === email)

/** How many times the seller is notified of statements from an address. */
const noticesOf = async (email: string) => {
  const ids = (await statementsOf(email)).map(({ id }) => id)
  const { db } = app.services
  const news = db.selectFrom('purchaseTransitions').select('id').where('event', '=', 'withdrawal')
  return (await news.where('subject', 'in', ids).execute()).length
}

const payByDebit = async (email: string, debit: Readonly<Record<string, string>>, terms: object = {}) => {
  const form = await asSeller(app, () => createTestForm(app, shop.seller, { currency: 'eur', ...terms }))
  const isRecurring = 'priceType' in terms
  const consents = isRecurring ? await trialConsents(app, form) : []
  const confirmationToken = await tokenOf(app, shop.seller.account, debit, isRecurring)
  const payment = { email, paymentMethodId: null, confirmationToken, consents }
  const { purchaseId, secret } = outcomeOf(await pay(app, form, payment))
  return { form, purchaseId, secret }
}

/**
 * Starts a plan whose trial was paid by debit. The seller sets a card on Stripe that pays the first cycle, and then the
 * bank returns the debit.
 */
async function beginWithLostTrial(email: string) {
  const plan = {
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
    trialDays: 2,
    trialAmount: 1,
    setupAmount: 30,
  }
  const ordered = await payByDebit(email, bouncingDebit, plan)
  const { stripeCustomerId, stripeSubscriptionId } = await rowOf(app, ordered)
  const { provider } = app.services
  const { account } = shop.seller
  const setup = await provider.createCardSetup(account, stripeCustomerId ?? '')
  await confirmSetup(app, shop.seller, { ...setup, setupIntentId: setup.id }, 'pm_card_visa')
  const { paymentMethodId } = await provider.retrieveCardSetup(account, setup.id)
  await provider.setCard(account, stripeSubscriptionId ?? '', paymentMethodId ?? '')
  await days(2.1)
  await lookAround()
  expect((await purchaseOf(app, ordered.purchaseId)).status).toBe('failed')
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'active', paidCycles: 1 })
  return ordered
}

test.each(['order', 'renewal'] as const)(
  'a withdrawal by the %s’s number waits until the trial’s returned debit is paid',
  async (kind) => {
    const email = `${kind}-of-plan@example.com`
    const ordered = await beginWithLostTrial(email)
    const number = (await purchasesOf(app, ordered)).find((one) => one.kind === kind)?.id ?? ''
    await state(app, { email, reference: number })
    await workOff(app)

    const own = { saleId: ordered.purchaseId, fits: 'number_and_email', refusedFor: null }
    expect(await statementsOf(email)).toMatchObject([{ ...own, outcome: 'open', isConfirmed: false }])
    expect(await noticesOf(email)).toBe(1)
    await days(0.5)
    await workOff(app)
    expect(await noticesOf(email)).toBe(1)

    // Stripe retries the debit and collects it.
    await days(3)
    await lookAround()
    expect(await paidTotalsOf(app, ordered)).toEqual([3100, 4900])
    await workOff(app)
    expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
    expect(await returnedFor(app, ordered.purchaseId)).toBe(3100)
    expect(await statementsOf(email)).toMatchObject([{ ...own, isConfirmed: true }])
  },
)

test('a plan can be canceled even if its first debit was returned', async () => {
  const ordered = await beginWithLostTrial('at-bank-again@example.com')
  const { db } = app.services
  // The subscription has this state until a bank settles the cycle.
  await db
    .updateTable('subscriptions')
    .set({ status: 'incomplete', paidCycles: 0 })
    .where('orderId', '=', ordered.purchaseId)
    .execute()

  const found = await listSubscribedOrders(db, { ids: [ordered.purchaseId], sellerId: null })
  expect(found.map(({ id }) => id)).toEqual([ordered.purchaseId])
})

test('the cancellation email tells the seller that a bank is processing a renewal', async () => {
  const email = 'renewed-by-debit@example.com'
  const weekly = { priceType: 'RecurringPrice', billingPeriod: 'Weekly' }
  const ordered = await payByDebit(email, slowDebit, weekly)
  await days(1)
  await lookAround()
  const { currentPeriodEnd } = await rowOf(app, ordered)
  // Stripe charges a renewal's invoice an hour after the end of the period.
  await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) + 3_660_000))
  const fields = { name: 'Bea Novak', ground: 'ordinary', email, reference: ordered.purchaseId }
  const review = await post(app, '/cancel-contract', fields)
  await post(app, '/cancel-contract', { ...hiddenIn(review), step: 'confirm' })
  await workOff(app)

  expect(await rowOf(app, ordered)).toMatchObject({ status: 'active', paidCycles: 1 })
  const { db } = app.services
  const [statement] = await statementsOf(email)
  const notices = db.selectFrom('mails').selectAll().where('kind', '=', 'withdrawal_notice')
  const notice = await notices.where('about', '=', statement?.id ?? '').executeTakeFirstOrThrow()
  const written = await withdrawalWriters(app.services)['withdrawal_notice']?.(notice)
  expect(written?.text).toContain('A bank is still processing one of its payments.')
})

test('a withdrawal refunds a paid purchase while a bank is still processing another', async () => {
  const email = 'both@example.com'
  const form = await asSeller(app, () => createTestForm(app, shop.seller, {}))
  const paid = await order(app, form, { email })
  const waiting = await payByDebit(email, slowDebit)
  await state(app, { email, reference: `${waiting.purchaseId} and ${paid.purchaseId}` })
  await workOff(app)
  expect(await returnedFor(app, paid.purchaseId)).toBe(4900)
  expect(await statementsOf(email)).toHaveLength(2)

  await moveProviderClock(app, debitTakes)
  await days(0.5)
  await lookAround()
  await workOff(app)
  expect(await returnedFor(app, waiting.purchaseId)).toBe(4900)
  expect(await returnedFor(app, paid.purchaseId)).toBe(4900)
  expect(await statementsOf(email)).toMatchObject([{ outcome: 'refunded' }, { outcome: 'refunded' }])
})
