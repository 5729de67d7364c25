import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import {
  bouncingDebit,
  debitTakes,
  slowDebit,
  isWithBank,
  tokenOf,
} from '#buying/checkout/pay/test-tokens.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { reconcile } from '#payments/purchases/register.ts'
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
import { receiptWriters } from '#buying/receipts/mail/receipt-writers.ts'
import { checkSubscriptions } from '#payments/subscriptions/sync/leave-disconnected.ts'
import { remindOfTrials } from '../trial/remind-of-trials.ts'
import { hasRunningSubscriptions } from '../store.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'
import {
  ask,
  asSeller,
  confirmSetup,
  invoicesOf,
  mailsOf,
  paidTotalsOf,
  purchasesOf,
  rowOf,
  wireOf,
} from '../test-subscriptions.ts'

let app: TestApp
let seller: TestSeller
/** How many seconds the provider's clock is ahead. It cannot go back. */
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

const letPass = async (time: number) => {
  const seconds = Math.ceil(time)
  ahead += seconds
  await moveProviderClock(app, seconds)
}

const hearAll = async () => {
  await app.sandbox.untilDelivered()
  await workOffEvents(app.services)
}

const loseEvents = () => setFaults(app, { events: [{ type: '*.*', fault: { kind: 'drop' } }] })

const statusOf = async (purchaseId: string) =>
  (await purchasesOf(app, { purchaseId })).find(({ id }) => id === purchaseId)?.status

const textOf = async (
  purchaseId: string,
  kind: 'trial_ending' | 'payment_returned' | 'subscription_ended',
) => {
  const mail = await app.services.db
    .selectFrom('mails')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  const { authSecret, publicUrl } = app.config
  const parts = { db: app.services.db, clock: app.clock, addresses: { authSecret, publicUrl } }
  return (await receiptWriters(parts)[kind]?.(mail))?.text
}

const subscribe = async (method: Readonly<Record<string, string>>, terms: object = {}) => {
  const fields = { currency: 'eur', priceType: 'RecurringPrice', billingPeriod: 'Monthly', ...terms }
  const form = await asSeller(app, () => createTestForm(app, seller, fields))
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

test.each(['with', 'without'])('a first debit paid %s events begins its subscription', async (way) => {
  if (way === 'without') await loseEvents()
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
  expect(await mailsOf(app, answer)).toEqual(['payment_processing', 'receipt'])
})

// Proves processing-debit.
test.each(['with', 'without'])('a first debit returned %s events ends its subscription', async (way) => {
  if (way === 'without') await loseEvents()
  const answer = await subscribe(bouncingDebit)
  await hearAll()
  await letPass(debitTakes)
  await hearAll()
  for (let look = 0; look < 4; look += 1) await lookAround()

  expect(await statusOf(answer.purchaseId)).toBe('failed')
  expect(await subscriptionOf(answer.purchaseId)).toMatchObject({ paidCycles: 0, atProvider: 'canceled' })
  expect(await mailsOf(app, answer)).toEqual(['payment_processing', 'payment_returned'])
  expect(await textOf(answer.purchaseId, 'payment_returned')).toContain(
    'buy it again with another payment method',
  )
})

test('a renewal at the bank is not reported as failed and is recorded once paid', async () => {
  await loseEvents()
  const { purchaseId } = await subscribe(slowDebit, { billingPeriod: 'Weekly' })
  await pass(0.01)
  await lookAround()
  await lookAround()
  const { currentPeriodEnd } = await rowOf(app, { purchaseId })
  // A renewal's invoice is charged an hour after the end of the period.
  const tried = (currentPeriodEnd?.getTime() ?? 0) + 3_660_000
  await letPass((tried - Date.now()) / 1000 - ahead)
  await syncSubscription(app.services, await rowOf(app, { purchaseId }), 'test')
  const row = await rowOf(app, { purchaseId })
  expect(row).toMatchObject({ status: 'active', paidCycles: 1, unpaidInvoiceId: null })
  const [latest] = await invoicesOf(app, { form: '', purchaseId, secret: '' })
  expect(latest).toMatchObject({ status: 'open', attempted: true })

  await pass(0.01)
  await syncSubscription(app.services, row, 'test')
  expect(await rowOf(app, { purchaseId })).toMatchObject({ status: 'active', paidCycles: 2 })
  expect(await mailsOf(app, { purchaseId })).toEqual(['payment_processing', 'receipt', 'renewal'])
})

test('a renewal at the bank is still recorded after its subscription ends', async () => {
  await loseEvents()
  const { purchaseId, secret } = await subscribe(slowDebit, { billingPeriod: 'Weekly' })
  await pass(0.01)
  for (let look = 0; look < 2; look += 1) await lookAround()
  const { currentPeriodEnd, stripeSubscriptionId } = await rowOf(app, { purchaseId })
  const tried = (currentPeriodEnd?.getTime() ?? 0) + 3_660_000
  await pass(((tried - Date.now()) / 1000 - ahead) / 86_400)
  const { provider } = app.services
  await provider.endSubscription(seller.account, stripeSubscriptionId ?? '')
  const withNewer: typeof provider = {
    ...provider,
    async retrieveSubscription(account, id) {
      const found = await provider.retrieveSubscription(account, id)
      const { latestInvoice: latest } = found
      return { ...found, latestInvoice: latest && { ...latest, id: 'in_newer', status: 'void' } }
    },
  }
  const row = await rowOf(app, { purchaseId })
  await syncSubscription({ ...app.services, provider: withNewer }, row, 'test')
  const page = async () => (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()

  expect(await rowOf(app, { purchaseId })).toMatchObject({ status: 'canceled', paymentOnItsWay: 'at_bank' })
  expect(await textOf(purchaseId, 'subscription_ended')).toContain('may still go through')
  expect(await page()).toContain('may still go through')
  await pass(1.1)
  await lookAround()
  expect(await rowOf(app, { purchaseId })).toMatchObject({ paidCycles: 2, paymentOnItsWay: 'none' })
  expect(await page()).toContain('You will not be charged again.')
})

test('a buyer is reminded of the trial’s end while a bank has their debit', async () => {
  await loseEvents()
  const { purchaseId } = await subscribe(slowDebit, { trialDays: 8, trialAmount: 1 })
  await lookAround()
  app.clock.advance(1.1 * 24 * 60 * 60)
  await remindOfTrials(app.services)
  await remindOfTrials(app.services)

  expect(await rowOf(app, { purchaseId })).toMatchObject({ status: 'incomplete', trialReminderAt: null })
  expect(await mailsOf(app, { purchaseId })).toEqual(['payment_processing', 'trial_ending'])
  const told = await textOf(purchaseId, 'trial_ending')
  expect(told).toContain('€49.00 every month until you cancel')
  expect(told).toContain('Your bank is still processing your payment for the trial.')
})

const intentOf = async (id: string) => {
  const order = app.services.db.selectFrom('purchases').select('paymentIntentId').where('id', '=', id)
  return (await order.executeTakeFirstOrThrow()).paymentIntentId
}

test('a later invoice’s payment does not settle an order that is still pending at the bank', async () => {
  await loseEvents()
  const declined = await subscribe(bouncingDebit)
  const { purchaseId } = await subscribe(slowDebit, { trialDays: 8, trialAmount: 1 })
  await lookAround()
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
  expect(await mailsOf(app, { purchaseId })).toEqual(['payment_processing'])
  await letPass(debitTakes)
  await syncSubscription(app.services, await rowOf(app, { purchaseId }), 'test')
  expect([await statusOf(purchaseId), await intentOf(purchaseId)]).toEqual(['paid', own])
})

/** Begins a two-day trial that is paid by debit. All later payments use a card that the seller sets on Stripe. */
async function beginTrialByDebit() {
  await loseEvents()
  const answer = await subscribe(bouncingDebit, { trialDays: 2, trialAmount: 1, setupAmount: 30 })
  const { stripeCustomerId, stripeSubscriptionId } = await rowOf(app, answer)
  const { provider } = app.services
  const setup = await provider.createCardSetup(seller.account, stripeCustomerId ?? '')
  await confirmSetup(app, seller, { ...setup, setupIntentId: setup.id }, 'pm_card_visa')
  const { paymentMethodId } = await provider.retrieveCardSetup(seller.account, setup.id)
  await provider.setCard(seller.account, stripeSubscriptionId ?? '', paymentMethodId ?? '')
  return { ...answer, form: '' }
}

const pass = async (days: number) => {
  await letPass(days * 86_400)
  app.clock.set(new Date(Date.now() + ahead * 1000))
}

test.each(['before', 'after'])(
  'a subscription continues even if its trial’s debit is returned %s the first full payment',
  async (way) => {
    const ordered = await beginTrialByDebit()
    const { provider } = app.services
    const own = await intentOf(ordered.purchaseId)
    // A real bank can process the debit for longer than the trial.
    const atBank: typeof provider = {
      ...provider,
      async retrievePaymentIntent(account, id) {
        const intent = await provider.retrievePaymentIntent(account, id)
        return id === own ? { ...intent, status: 'processing' } : intent
      },
    }
    await pass(2.1)
    if (way === 'after') {
      await syncSubscription({ ...app.services, provider: atBank }, await rowOf(app, ordered), 'test')
      expect(await statusOf(ordered.purchaseId)).toBe('processing')
      expect(await subscriptionOf(ordered.purchaseId)).toMatchObject({ status: 'active', paidCycles: 1 })
    }
    for (let look = 0; look < 4; look += 1) await lookAround()
    expect(await statusOf(ordered.purchaseId)).toBe('failed')
    expect(await subscriptionOf(ordered.purchaseId)).toEqual({
      status: 'active',
      paidCycles: 1,
      atProvider: 'active',
    })
    expect(await paidTotalsOf(app, ordered)).toEqual([4900])
    expect(await textOf(ordered.purchaseId, 'payment_returned')).toContain('do not buy it again')
    expect(wireOf(await ask(app, ordered, ''))).toMatchObject({ paidCycles: 1, canCancel: true })

    // Stripe retries the debit for the trial in the same way as a renewal.
    await pass(3.1)
    for (let look = 0; look < 4; look += 1) await lookAround()
    expect(await paidTotalsOf(app, ordered)).toEqual([3100, 4900])
    expect(wireOf(await ask(app, ordered, '/cancel'))).toMatchObject({ status: 'active', canResume: true })
  },
)

test('a payment at the bank keeps its subscription after the trial’s debit is returned', async () => {
  seller = await asSeller(app, () => signUpSeller(app))
  const ordered = await beginTrialByDebit()
  const { provider } = app.services
  await pass(2.1)
  const first = await intentOf(ordered.purchaseId)
  const isWaiting: typeof provider = {
    ...provider,
    listInvoices: async () => [],
    async retrievePaymentIntent(account, id) {
      const intent = await provider.retrievePaymentIntent(account, id)
      return id === first ? intent : { ...intent, status: 'processing' }
    },
  }
  await syncSubscription({ ...app.services, provider: isWaiting }, await rowOf(app, ordered), 'test')
  expect(await statusOf(ordered.purchaseId)).toBe('failed')
  expect(await subscriptionOf(ordered.purchaseId)).toMatchObject({
    status: 'incomplete',
    atProvider: 'active',
  })
  const told = await textOf(ordered.purchaseId, 'payment_returned')
  expect(told).toContain('Please wait before you buy it again')
  expect(told).not.toContain('another payment method')
  const { db } = app.services
  const { sellerId } = await rowOf(app, ordered)
  expect(await hasRunningSubscriptions(db, sellerId)).toBe(true)
  // Moves only our clock, because on the third day Stripe would retry the trial's payment.
  app.clock.advance(1.1 * 86_400)
  await lookAround()
  expect(await subscriptionOf(ordered.purchaseId)).toMatchObject({ status: 'active', paidCycles: 1 })
  expect(await hasRunningSubscriptions(db, sellerId)).toBe(true)

  const page = async () =>
    (await fetch(`${app.url}/purchases/${ordered.purchaseId}?key=${ordered.secret}`)).text()
  expect(await page()).toContain('Your subscription continues with your later payments.')
  const { stripeSubscriptionId } = await rowOf(app, ordered)
  await provider.endSubscription(seller.account, stripeSubscriptionId ?? '')
  await syncSubscription(app.services, await rowOf(app, ordered), 'test')
  expect(await page()).not.toContain('Your subscription continues with your later payments.')
})
