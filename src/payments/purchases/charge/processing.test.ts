import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { booksOf, errorOf, newKey, outcomeOf, pay, stateOf } from '#buying/checkout/pay/test-paying.ts'
import {
  bouncingDebit,
  debitTakes,
  decideAtBank,
  methods,
  slowDebit,
  isWithBank,
  tokenOf,
} from '#buying/checkout/pay/test-tokens.ts'
import { addBump, addOffer, current } from '#buying/upsells/test-offers.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { notificationsTo, notifyAll } from '#selling/notifications/test-notifications.ts'
import {
  call,
  createTestForm,
  moveProviderClock,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { settlePurchase } from '../settle/settle-purchase.ts'
import { findPurchaseById } from '../records/find-purchase.ts'

let app: TestApp
let seller: TestSeller
let form: string

/** How many seconds the provider's clock is ahead. It cannot go back. */
let ahead = 0

const letPass = async (seconds: number) => {
  ahead += seconds
  await moveProviderClock(app, seconds)
}

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date(Date.now() + ahead * 1000))
  seller = await signUpSeller(app)
  await setFaults(app, { calls: [], events: [] })
  form = await createTestForm(app, seller, { currency: 'eur' })
})

type Method = Readonly<Record<string, string>>

const payBy = async (method: Method, fields: object = {}, key = newKey()) =>
  pay(
    app,
    form,
    { paymentMethodId: null, confirmationToken: await tokenOf(app, seller.account, method), ...fields },
    key,
  )

const stored = async (id: string) => {
  const purchase = await findPurchaseById(app.services.db, id)
  if (purchase === undefined) throw new Error('no such purchase')
  return purchase
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

const historyOf = async (purchaseId: string) => {
  const history = await app.services.db
    .selectFrom('purchaseTransitions')
    .select('status')
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .execute()
  return history.map(({ status }) => status)
}

/** Receives Stripe's events and processes them. */
const hearAll = async () => {
  await app.sandbox.untilDelivered()
  await workOffEvents(app.services)
}

/** Loses every event. */
const loseEvents = () => setFaults(app, { events: [{ type: '*.*', fault: { kind: 'drop' } }] })

// Proves processing-debit.
test('a buyer gets an email while their debit is at the bank and a receipt once it is paid', async () => {
  const answer = outcomeOf(await payBy(slowDebit))
  if (answer.status !== 'processing') throw new Error(answer.status)

  const days = (Date.parse(answer.settlesBy ?? '') - app.clock.now().getTime()) / (24 * 60 * 60 * 1000)
  expect(days).toBe(14)
  expect(await stored(answer.purchaseId)).toMatchObject({
    status: 'processing',
    paymentMethodType: 'sepa_debit',
    paidAt: null,
    customerId: null,
  })
  expect(await mailsOf(answer.purchaseId)).toEqual(['payment_processing'])
  const page = await fetch(`${app.url}/purchases/${answer.purchaseId}?key=${answer.secret}`)
  const text = await page.text()
  expect(text).toContain('Your bank is still processing it. We will email you. Please do not pay again.')

  await letPass(debitTakes)
  await hearAll()
  expect(await stateOf(app, answer)).toMatchObject({ status: 'paid' })
  expect(await mailsOf(answer.purchaseId)).toEqual(['payment_processing', 'receipt'])
  expect(await booksOf(app, form)).toEqual({ statuses: ['paid'], charged: [4900] })
})

test('a debit returned by the bank is reported to its buyer and seller', async () => {
  const answer = outcomeOf(await payBy(bouncingDebit))
  await letPass(debitTakes)
  await hearAll()

  expect(await stateOf(app, answer)).toMatchObject({
    status: 'failed',
    message: 'The bank account could not be debited.',
  })
  expect(await mailsOf(answer.purchaseId)).toEqual(['payment_processing', 'payment_returned'])
  await notifyAll(app)
  const subjects = (await notificationsTo(app, seller)).map(({ subject }) => subject)
  expect(subjects).toContain('Payment returned: €49.00')
  await reconcile(app.services)
  const intent = (await sandboxList(app, 'payment_intents')).find(
    ({ metadata }) => metadata?.['purchase'] === answer.purchaseId,
  )
  expect(intent?.status).toBe('canceled')
})

// Proves processing-debit.
test('a debit without events is checked until it settles', async () => {
  await loseEvents()
  const answer = outcomeOf(await payBy(slowDebit))
  app.clock.advance(61)
  await reconcile(app.services)
  expect((await stored(answer.purchaseId)).status).toBe('processing')

  await letPass(debitTakes)
  app.clock.advance(61)
  await reconcile(app.services)
  expect(await historyOf(answer.purchaseId)).toEqual(['created', 'processing', 'paid'])
  expect(await mailsOf(answer.purchaseId)).toEqual(['payment_processing', 'receipt'])
})

test('checks of a debit slow down to four a day and never stop', async () => {
  await loseEvents()
  const answer = outcomeOf(await payBy(slowDebit))
  const waits: number[] = []
  for (let look = 0; look < 40; look += 1) {
    const { nextCheckAt } = await stored(answer.purchaseId)
    if (nextCheckAt === null) throw new Error('it is no longer due for a check')
    waits.push((nextCheckAt.getTime() - app.clock.now().getTime()) / 1000)
    app.clock.set(nextCheckAt)
    await reconcile(app.services)
  }

  expect(waits[0]).toBe(60)
  expect(Math.max(...waits)).toBe(6 * 60 * 60)
})

test('an iDEAL payment is marked paid by its event even if the buyer does not return', async () => {
  const answer = outcomeOf(await payBy(methods.ideal()))
  if (answer.status !== 'requires_action') throw new Error(answer.status)
  await decideAtBank(app, answer.clientSecret, 'authorize_and_stay')
  await hearAll()

  expect((await stored(answer.purchaseId)).status).toBe('paid')
  expect(await mailsOf(answer.purchaseId)).toEqual(['receipt'])
})

test.each([
  ['authorize_and_stay', 'paid', [4900]],
  ['fail', 'failed', []],
  ['later', 'canceled', []],
] as const)(
  'an iDEAL payment that ends with “%s” without events is %s within an hour',
  async (action, status, charged) => {
    await loseEvents()
    const answer = outcomeOf(await payBy(methods.ideal()))
    if (answer.status !== 'requires_action') throw new Error(answer.status)
    await decideAtBank(app, answer.clientSecret, action)
    app.clock.advance(60 * 60)
    await reconcile(app.services)
    await reconcile(app.services)

    expect(await booksOf(app, form)).toEqual({ statuses: [status], charged })
    expect((await stored(answer.purchaseId)).paymentMethodType).toBe('ideal')
  },
)

test('a debit whose response was lost is found with its payment method', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_after' } }],
  })
  const answer = outcomeOf(await payBy(slowDebit))
  expect(answer).toMatchObject({ status: 'processing', settlesBy: null })
  await setFaults(app, { calls: [] })

  expect(isWithBank(await stateOf(app, answer))).toBe(true)
  expect(await stored(answer.purchaseId)).toMatchObject({ paymentMethodType: 'sepa_debit' })
  await letPass(debitTakes)
  await hearAll()
  expect(await booksOf(app, form)).toEqual({ statuses: ['paid'], charged: [4900] })
})

test('an event processed before the payment’s response sends only one email', async () => {
  await setFaults(app, { events: [{ type: 'payment_intent.*', fault: { kind: 'before_answer' } }] })
  const paying = payBy(slowDebit)
  const working = setInterval(() => void workOffEvents(app.services).catch(() => undefined), 20)
  const answer = outcomeOf(await paying)
  clearInterval(working)
  await hearAll()

  expect(answer.status).toBe('processing')
  expect(await historyOf(answer.purchaseId)).toEqual(['created', 'processing'])
  expect(await mailsOf(answer.purchaseId)).toEqual(['payment_processing'])
})

// Proves processing-debit.
test('a late bank status does not change a paid purchase', async () => {
  await setFaults(app, { events: [{ type: 'payment_intent.processing', fault: { kind: 'delay', ms: 300 } }] })
  const answer = outcomeOf(await payBy(methods.debit()))
  const before = await stored(answer.purchaseId)
  const intent = await app.services.provider.retrievePaymentIntent(
    seller.account,
    before.paymentIntentId ?? '',
  )
  await letPass(10)
  await hearAll()
  const late = { status: 'processing', intent } as const
  await settlePurchase(app.services, before, late, 'a late word')
  await settlePurchase(app.services, before, { status: 'requires_action', intent }, 'a later one')

  expect(await historyOf(answer.purchaseId)).toEqual(['created', 'processing', 'paid'])
  expect(await mailsOf(answer.purchaseId)).toEqual(['payment_processing', 'receipt'])
})

// Proves processing-debit.
test('a buyer must confirm a second payment while their bank is processing the first', async () => {
  await payBy(slowDebit)
  app.clock.advance(3 * 24 * 60 * 60)
  const asked = await payBy(methods.card())

  expect([asked.status, errorOf(asked).code]).toEqual([409, 'bought_before'])
  expect(errorOf(asked).message).toBe(
    'Your bank is still processing your earlier payment for this. Buy it a second time?',
  )
  expect(outcomeOf(await payBy(methods.card(), { isRepeat: true })).status).toBe('paid')
})

test('a second simultaneous debit for the same form is rejected', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', nth: 1, fault: { kind: 'slow', ms: 400 } }],
  })
  const [first, second] = await Promise.all([payBy(slowDebit), payBy(slowDebit)])
  const answers = [first.status, second.status].toSorted((a, b) => a - b)

  expect(answers).toEqual([200, 409])
  expect((await booksOf(app, form)).statuses).toEqual(['processing'])
})

test('a payment at the bank cannot be refunded', async () => {
  const { purchaseId } = outcomeOf(await payBy(slowDebit))
  const answer = await call(app, 'POST', `/api/sales/${purchaseId}/refunds`, {
    token: seller.token,
    body: {},
  })

  expect([answer.status, errorOf(answer).code]).toEqual([409, 'not_refundable'])
  expect(errorOf(answer).message).toContain('still processing this payment')
})

test('a buyer cannot cancel a payment at the bank', async () => {
  const answer = outcomeOf(await payBy(slowDebit))
  const canceled = await call(app, 'POST', `/api/stripe/purchases/${answer.purchaseId}/cancel`, {
    body: { secret: answer.secret },
  })

  expect(isWithBank(outcomeOf(canceled))).toBe(true)
})

test('a buyer who returns from their bank without having paid can pay another way', async () => {
  const answer = outcomeOf(await payBy(methods.ideal()))
  if (answer.status !== 'requires_action') throw new Error(answer.status)
  await decideAtBank(app, answer.clientSecret, 'later')
  const canceled = await call(app, 'POST', `/api/stripe/purchases/${answer.purchaseId}/cancel`, {
    body: { secret: answer.secret },
  })

  expect(outcomeOf(canceled).status).toBe('failed')
  expect(outcomeOf(await payBy(methods.card())).status).toBe('paid')
  expect((await booksOf(app, form)).charged).toEqual([4900])
})

test('reconciliation finds a debit paid without events', async () => {
  await loseEvents()
  const { purchaseId } = outcomeOf(await payBy(slowDebit))
  await letPass(debitTakes)
  app.clock.advance(20 * 60)
  await reconcileAccounts(app.services)

  expect((await stored(purchaseId)).status).toBe('paid')
})

test('a buyer whose debit is paid sees only free offers', async () => {
  const gift = await addBump(app, seller, { title: 'A postcard', amount: 0, currency: 'eur' })
  const oneTimeOffer = await addOffer(app, seller, { currency: 'eur' })
  const fields = { currency: 'eur', oneTimeOffer, otoSequenceList: [gift] }
  form = await createTestForm(app, seller, fields)
  const byCard = outcomeOf(await payBy(methods.card(), { email: 'ann@example.com' }))
  expect((await current(app, byCard)).offer?.title).toBe('The second course')

  const answer = outcomeOf(await payBy(methods.debit()))
  expect((await current(app, answer)).offer).toBeNull()
  await letPass(10)
  await hearAll()
  expect((await current(app, answer)).offer?.title).toBe('A postcard')
})
