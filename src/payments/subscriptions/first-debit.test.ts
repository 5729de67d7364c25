import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outcomeOf, pay, trialConsents } from '#buying/checkout/test-paying.ts'
import { bouncingDebit, debitTakes, slowDebit, isWithBank, tokenOf } from '#buying/checkout/test-tokens.ts'
import { workOffEvents } from '#payments/inbox/work-event.ts'
import { reconcile } from '#payments/purchases/reconcile.ts'
import {
  createTestForm,
  moveProviderClock,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { receiptWriters } from '#buying/receipts/receipt-writers.ts'
import { checkSubscriptions } from './check-subscriptions.ts'
import { remindOfTrials } from './remind-of-trials.ts'
import { syncSubscription } from './sync-subscription.ts'
import { rowOf } from './test-subscriptions.ts'

let app: TestApp
let seller: TestSeller
/** By how much the provider's clock is ahead, in seconds: it does not go back. */
let ahead = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date(Date.now() + ahead * 1000))
  await setFaults(app, { calls: [], events: [] })
})

const letPass = async (seconds: number) => {
  ahead += seconds
  await moveProviderClock(app, seconds)
}

const hearAll = async () => {
  await app.sandbox.untilDelivered()
  await workOffEvents(app.services)
}

const loseEvents = () => setFaults(app, { events: [{ type: '*.*', fault: { kind: 'drop' } }] })

const statusOf = async (id: string) => {
  const { status } = await app.services.db
    .selectFrom('purchases')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return status
}

const mailsOf = async (purchaseId: string) => {
  const mails = await app.services.db
    .selectFrom('mails')
    .select('kind')
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .execute()
  return mails.map(({ kind }) => kind)
}

const subscribe = async (method: Readonly<Record<string, string>>, terms: object = {}) => {
  const fields = { currency: 'eur', priceType: 'RecurringPrice', billingPeriod: 'Monthly', ...terms }
  const form = await createTestForm(app, seller, fields)
  const consents = await trialConsents(app, form)
  const confirmationToken = await tokenOf(app, seller.account, method, true)
  return outcomeOf(await pay(app, form, { paymentMethodId: null, confirmationToken, consents }))
}

const subscriptionOf = async (orderId: string) => {
  const row = await app.services.db
    .selectFrom('subscriptions')
    .select(['status', 'paidCycles', 'stripeSubscriptionId'])
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  const subscriptions = await sandboxList(app, 'subscriptions')
  const atProvider = subscriptions.find(({ id }) => id === row.stripeSubscriptionId)?.status
  return { status: row.status, paidCycles: row.paidCycles, atProvider }
}

const lookAround = async () => {
  app.clock.advance(61)
  await reconcile(app.services)
  await checkSubscriptions(app.services)
}

test.each(['told', 'untold'])('a subscription begins once its first debit is paid, %s', async (told) => {
  if (told === 'untold') await loseEvents()
  const answer = await subscribe(slowDebit)
  await hearAll()
  await lookAround()
  expect(isWithBank(answer)).toBe(true)
  expect(await subscriptionOf(answer.purchaseId)).toEqual({
    status: 'incomplete',
    paidCycles: 0,
    atProvider: 'active',
  })

  await letPass(debitTakes)
  await hearAll()
  await lookAround()
  await lookAround()
  expect(await statusOf(answer.purchaseId)).toBe('paid')
  expect(await subscriptionOf(answer.purchaseId)).toMatchObject({ status: 'active', paidCycles: 1 })
  expect(await mailsOf(answer.purchaseId)).toEqual(['payment_processing', 'receipt'])
})

test.each(['told', 'untold'])(
  'a subscription whose first debit comes back ends, %s: nothing is charged later',
  async (told) => {
    if (told === 'untold') await loseEvents()
    const answer = await subscribe(bouncingDebit)
    await hearAll()
    await letPass(debitTakes)
    await hearAll()
    for (let look = 0; look < 4; look += 1) await lookAround()

    expect(await statusOf(answer.purchaseId)).toBe('failed')
    expect(await subscriptionOf(answer.purchaseId)).toMatchObject({ paidCycles: 0, atProvider: 'canceled' })
    expect(await mailsOf(answer.purchaseId)).toEqual(['payment_processing', 'payment_returned'])
  },
)

test('who pays for a trial by debit is told of the first full payment, also while a bank has the first', async () => {
  await loseEvents()
  const { purchaseId } = await subscribe(slowDebit, { trialDays: 8, trialAmount: 1 })
  await lookAround()
  app.clock.advance(1.1 * 24 * 60 * 60)
  await remindOfTrials(app.services)
  await remindOfTrials(app.services)

  expect(await rowOf(app, { purchaseId })).toMatchObject({ status: 'incomplete', trialReminderAt: null })
  expect(await mailsOf(purchaseId)).toEqual(['payment_processing', 'trial_ending'])
  const mail = await app.services.db
    .selectFrom('mails')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('kind', '=', 'trial_ending')
    .executeTakeFirstOrThrow()
  const { authSecret, publicUrl } = app.config
  const parts = { db: app.services.db, clock: app.clock, addresses: { authSecret, publicUrl } }
  const told = await receiptWriters(parts)['trial_ending']?.(mail)
  expect(told?.text).toContain('€49.00 every month until you cancel')
  expect(told?.text).toContain('Your bank is still working on what the trial costs.')
})

test('a later invoice settles nothing of an order that a bank still has', async () => {
  await loseEvents()
  const declined = await subscribe(bouncingDebit)
  const { purchaseId } = await subscribe(slowDebit, { trialDays: 8, trialAmount: 1 })
  await lookAround()
  const intentOf = async (id: string) => {
    const order = app.services.db.selectFrom('purchases').select('paymentIntentId').where('id', '=', id)
    return (await order.executeTakeFirstOrThrow()).paymentIntentId
  }
  const own = await intentOf(purchaseId)
  const other = await intentOf(declined.purchaseId)
  const { provider } = app.services
  const withCycle: typeof provider = {
    ...provider,
    async retrieveSubscription(account, id) {
      const found = await provider.retrieveSubscription(account, id)
      const { latestInvoice: latest } = found
      return { ...found, latestInvoice: latest && { ...latest, reason: 'cycle', paymentIntentId: other } }
    },
    async retrievePaymentIntent(account, id) {
      const intent = await provider.retrievePaymentIntent(account, id)
      if (id !== other) return intent
      return { ...intent, status: 'requires_payment_method', declineReason: 'declined' }
    },
  }
  const row = await rowOf(app, { purchaseId })
  await syncSubscription({ ...app.services, provider: withCycle }, row, 'test')

  expect(await statusOf(purchaseId)).toBe('processing')
  expect(await mailsOf(purchaseId)).toEqual(['payment_processing'])
  await letPass(debitTakes)
  await syncSubscription(app.services, await rowOf(app, { purchaseId }), 'test')
  expect([await statusOf(purchaseId), await intentOf(purchaseId)]).toEqual(['paid', own])
})
