import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outcomeOf, pay } from '#buying/checkout/test-paying.ts'
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
import { checkSubscriptions } from './check-subscriptions.ts'

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

const subscribe = async (method: Readonly<Record<string, string>>) => {
  const fields = { currency: 'eur', priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
  const form = await createTestForm(app, seller, fields)
  const confirmationToken = await tokenOf(app, seller.account, method, true)
  return outcomeOf(await pay(app, form, { paymentMethodId: null, confirmationToken }))
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
