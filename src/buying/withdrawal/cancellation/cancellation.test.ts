import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newKey, outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import { slowDebit, tokenOf } from '#buying/checkout/pay/test-tokens.ts'
import { receiptWriters } from '#buying/receipts/mail/receipt-writers.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { checkSubscriptions } from '#payments/subscriptions/sync/leave-disconnected.ts'
import {
  ask,
  asSeller,
  checkAll,
  paidTotalsOf,
  payOffEarly,
  rowOf,
  subscribe,
  wireOf,
} from '#payments/subscriptions/test-subscriptions.ts'
import {
  call,
  createTestForm,
  lostEvents,
  moveProviderClock,
  setFaults,
  signUpSeller,
  type TestApp,
} from '#test-app.ts'
import { withdrawal } from '../contract.ts'
import { listUnplaced } from '../statement/unplaced.ts'
import {
  hiddenIn,
  listed,
  mailsTo,
  open,
  post,
  purchaseOf,
  startWithdrawals,
  workOff,
  type Fields,
} from '../test-withdrawals.ts'
import { withdrawalWriters } from '../write-withdrawal-mails.ts'
import { cancellationTexts } from './cancellation-texts.ts'

let shop: Awaited<ReturnType<typeof startWithdrawals>>
let app: TestApp

beforeAll(async () => {
  shop = await startWithdrawals()
  app = shop.app
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, lostEvents)
})

async function subscribed() {
  const ordered = await subscribe(app, shop.seller)
  return { ...ordered, email: (await purchaseOf(app, ordered.purchaseId)).email }
}

/** Completes both steps of the cancellation page as a browser without scripts does. */
async function cancel(fields: Fields, path = '/cancel-contract') {
  const review = await post(app, path, { name: 'Bea Novak', ground: 'ordinary', ...fields })
  expect(review.text).toContain('Cancel now')
  return post(app, path, { ...hiddenIn(review), step: 'confirm' })
}

const close = (id: string) =>
  call(app, 'PATCH', `/api/withdrawals/${id}`, {
    token: shop.seller.token,
    body: { refusedFor: 'no_purchase' },
  })

const inList = async (purchaseId: string) =>
  (await listed(app, shop.seller)).find(({ saleId }) => saleId === purchaseId)

test('a buyer cancels by order number and email, and the subscription ends with its paid period', async () => {
  const { purchaseId, email } = await subscribed()
  const answer = await cancel({ email, reference: purchaseId })
  const receipt = await open(app, answer.location)
  await workOff(app)

  expect(receipt.text).toContain(cancellationTexts.received(app.clock.now().getTime()))
  expect(receipt.text).toContain('Ordinary cancellation.')
  expect(await rowOf(app, { purchaseId })).toMatchObject({
    status: 'active',
    cancellation: 'period_end',
    cancellationBy: 'buyer',
  })
  expect((await purchaseOf(app, purchaseId)).status).toBe('paid')
  expect(await mailsTo(app, email)).toEqual(['receipt', 'withdrawal', 'subscription_canceled'])
  expect(await inList(purchaseId)).toMatchObject({ kind: 'cancellation', outcome: 'canceled', dueAt: null })
})

test('the purchase page links to a prefilled cancellation form, and the cause for canceling is stored', async () => {
  const { purchaseId, secret } = await subscribed()
  const page = await open(app, `/purchases/${purchaseId}?key=${secret}`)
  const [, path = ''] = /href="(\/cancel-contract\/[^"]+)"/.exec(page.text) ?? []
  const form = await open(app, path.replaceAll('&amp;', '&'))
  expect(page.text).toContain('Cancel contracts here')
  expect(form.text).toContain(purchaseId)

  const { email } = await purchaseOf(app, purchaseId)
  await cancel({ email, reference: purchaseId, ground: 'cause', cause: 'It never worked' })
  await workOff(app)
  expect(await inList(purchaseId)).toMatchObject({ outcome: 'canceled', cause: 'It never worked' })
})

test('a prefilled cancellation form still works after the buyer’s email was corrected', async () => {
  const { purchaseId, secret } = await subscribed()
  const mailTo = 'eve@gmail.example'
  await app.services.db.updateTable('purchases').set({ mailTo }).where('id', '=', purchaseId).execute()
  const form = await open(app, `/cancel-contract?purchase=${purchaseId}&key=${secret}`)
  const [, email = ''] = /name="email"[^>]* value="([^"]*)"/.exec(form.text) ?? []
  await cancel({ email, reference: purchaseId })
  await workOff(app)

  expect(email).toBe(mailTo)
  expect((await rowOf(app, { purchaseId })).cancellation).toBe('period_end')
})

test('a cancellation for a later day ends the subscription with the period that contains the day', async () => {
  const { purchaseId, email } = await subscribed()
  const { currentPeriodEnd } = await rowOf(app, { purchaseId })
  const after = new Date((currentPeriodEnd?.getTime() ?? 0) + 5 * 24 * 3600 * 1000)
  await cancel({ email, reference: purchaseId, endsOn: after.toISOString().slice(0, 10) })
  await workOff(app)
  expect((await rowOf(app, { purchaseId })).cancellation).toBeNull()
  const waiting = await inList(purchaseId)
  expect(waiting).toMatchObject({ outcome: 'waiting', endsOn: after.toISOString().slice(0, 10) })
  expect((await close(waiting?.id ?? '')).status).toBe(409)
  // The receipt must not promise an end date before it is known.
  expect(await mailsTo(app, email)).toEqual(['receipt', 'withdrawal'])
  expect(cancellationTexts.next.message).toContain('if that period has not begun yet, once it begins')

  await app.services.db
    .updateTable('subscriptions')
    .set({ currentPeriodEnd: new Date(after.getTime() + 25 * 24 * 3600 * 1000) })
    .where('orderId', '=', purchaseId)
    .execute()
  shop.days(1)
  await workOff(app)
  expect((await rowOf(app, { purchaseId })).cancellation).toBe('period_end')
  expect(await mailsTo(app, email)).toEqual(['receipt', 'withdrawal', 'subscription_canceled'])
  app.clock.set(new Date())
  expect(await inList(purchaseId)).toMatchObject({ outcome: 'canceled' })
})

/** Creates a buyer whose first debit is being processed by the bank. Later events are lost. */
async function subscribedByDebit(terms: object) {
  const { seller } = shop
  const fields = { currency: 'eur', priceType: 'RecurringPrice', billingPeriod: 'Monthly', ...terms }
  const form = await asSeller(app, () => createTestForm(app, seller, fields))
  const consents = await trialConsents(app, form)
  const confirmationToken = await tokenOf(app, seller.account, slowDebit, true)
  const email = `debtor-${newKey()}@example.com`
  const paid = await pay(app, form, { email, paymentMethodId: null, confirmationToken, consents })
  return { ...outcomeOf(paid), form, email }
}

/** The text of the newest email of this kind about a statement or a purchase. */
async function textOf(about: string, kind: 'subscription_canceled' | 'withdrawal_notice') {
  const mail = await app.services.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', kind)
    .where((row) => row.or([row('about', '=', about), row(sql`purchase_id::text`, '=', about)]))
    .executeTakeFirstOrThrow()
  const { authSecret, publicUrl } = app.config
  const parts = { db: app.services.db, clock: app.clock, addresses: { authSecret, publicUrl } }
  const writers = { ...withdrawalWriters(app.services), ...receiptWriters(parts) }
  return (await writers[kind]?.(mail))?.text
}

/** Lets days pass on our clock and on Stripe's, and runs all checks. */
async function pass(days: number) {
  await moveProviderClock(app, days * 86_400)
  shop.days(days)
  await reconcile(app.services)
  await checkAll(app)
}

test.each([
  ['a paid day', { billingPeriod: 'Daily' }, 4900],
  ['a trial', { trialDays: 1, trialAmount: 1 }, 100],
])('a subscription canceled during its first debit charges nothing beyond %s', async (_, terms, first) => {
  const ordered = await subscribedByDebit(terms)
  const { purchaseId, email } = ordered
  const other = await subscribe(app, shop.seller, {}, { email: `other-${email}` })
  await cancel({ email, reference: `${purchaseId} ${other.purchaseId}` })
  await workOff(app)
  expect((await purchaseOf(app, purchaseId)).status).toBe('processing')
  expect(await rowOf(app, ordered)).toMatchObject({
    status: 'incomplete',
    cancellation: 'period_end',
    cancelAtPeriodEnd: true,
  })
  expect(await inList(purchaseId)).toMatchObject({ outcome: 'canceled' })
  const canceled = await textOf(purchaseId, 'subscription_canceled')
  expect(canceled).toContain('You will not be charged after that')
  const notice = await textOf((await inList(purchaseId))?.id ?? '', 'withdrawal_notice')
  expect(notice).toContain('with the period that has begun. A bank is still processing one')
  const later = sql`update subscriptions set current_period_end = current_period_end + interval '31 days'`
  await later.execute(app.services.db)
  expect(await textOf(purchaseId, 'subscription_canceled')).toMatch(
    /already in progress may still go through/,
  )

  await pass(2)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
  expect(await paidTotalsOf(app, ordered)).toEqual([first])
  expect((await rowOf(app, other)).cancellation).toBeNull()
})

test('a subscription canceled during its first debit can be resumed once it is paid', async () => {
  const ordered = await subscribedByDebit({})
  await cancel({ email: ordered.email, reference: ordered.purchaseId })
  await workOff(app)
  await pass(1)
  expect(wireOf(await ask(app, ordered, ''))).toMatchObject({ status: 'active', canResume: true })
  expect(wireOf(await ask(app, ordered, '/resume'))).toMatchObject({ canCancel: true })
  expect(await rowOf(app, ordered)).toMatchObject({ cancellation: null, cancelAtPeriodEnd: false })
})

test('a cancellation for a later day waits until the end of the first period is known', async () => {
  const ordered = await subscribedByDebit({})
  const { purchaseId, email } = ordered
  const endsOn = new Date(app.clock.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 10)
  await app.services.db
    .updateTable('subscriptions')
    .set({ currentPeriodEnd: null })
    .where('orderId', '=', purchaseId)
    .execute()
  await cancel({ email, reference: purchaseId, endsOn })
  await workOff(app)
  expect((await rowOf(app, ordered)).cancellation).toBeNull()
  expect(await inList(purchaseId)).toMatchObject({ outcome: 'waiting' })
})

test('a resumed subscription continues while another one waits for its cancellation day', async () => {
  const email = 'resumed@example.com'
  const yearly = await subscribe(app, shop.seller, { billingPeriod: 'Yearly' }, { email })
  const monthly = await subscribe(app, shop.seller, {}, { email })
  const reference = `${yearly.purchaseId} ${monthly.purchaseId}`
  const endsOn = new Date(app.clock.now().getTime() + 60 * 24 * 3600 * 1000).toISOString().slice(0, 10)
  await cancel({ email, reference, endsOn })
  await workOff(app)
  const ended = (await rowOf(app, yearly)).cancellation
  await ask(app, yearly, '/resume')
  shop.days(1)
  await workOff(app)

  expect(ended).toBe('period_end')
  expect((await rowOf(app, yearly)).cancelAtPeriodEnd).toBe(false)
  expect((await rowOf(app, yearly)).cancellation).not.toBe('period_end')
  expect((await rowOf(app, monthly)).cancellation).toBeNull()
})

// Proves withdrawal-once.
test('a cancellation with the wrong email cancels nothing, and the subscriber is asked', async () => {
  const { purchaseId, email } = await subscribed()
  await cancel({ email: 'stranger@example.com', reference: purchaseId })
  await workOff(app)
  const found = await inList(purchaseId)

  expect((await rowOf(app, { purchaseId })).cancellation).toBeNull()
  expect(await mailsTo(app, email)).toEqual(['receipt', 'withdrawal_question'])
  expect(found).toMatchObject({ outcome: 'open', isConfirmed: false, fits: 'number' })
  expect((await shop.accept(found?.id ?? '')).status).toBe(409)
  const closed = await close(found?.id ?? '')
  expect(withdrawal.parse(closed.body).outcome).toBe('refused')
})

test('a cancellation with two order numbers ends only the sender’s own subscription', async () => {
  const [own, other] = [await subscribed(), await subscribed()]
  await cancel({ email: own.email, reference: `${own.purchaseId} and ${other.purchaseId}` })
  await workOff(app)

  expect((await rowOf(app, own)).cancellation).toBe('period_end')
  expect((await rowOf(app, other)).cancellation).toBeNull()
  expect(await mailsTo(app, other.email)).toEqual(['receipt', 'withdrawal_question'])
})

test('a cancellation with order numbers from two shops ends both subscriptions', async () => {
  const elsewhere = await signUpSeller(app)
  const own = await subscribed()
  const other = await subscribe(app, elsewhere, {}, { email: own.email })
  const reference = `${own.purchaseId}, ${other.purchaseId}`
  await cancel({ email: own.email, reference, ground: 'cause', cause: 'They never came' })
  await workOff(app)

  for (const { purchaseId } of [own, other]) {
    expect((await rowOf(app, { purchaseId })).cancellation).toBe('period_end')
  }
  for (const [seller, { purchaseId }] of [
    [shop.seller, own],
    [elsewhere, other],
  ] as const) {
    const row = (await listed(app, seller)).find(({ saleId }) => saleId === purchaseId)
    expect(row).toMatchObject({ kind: 'cancellation', outcome: 'canceled', cause: 'They never came' })
    const { email } = await app.services.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', seller.userId)
      .executeTakeFirstOrThrow()
    expect(await mailsTo(app, email)).toContain('withdrawal_notice')
  }
  expect((await listUnplaced(app.services.db)).join()).not.toContain(other.purchaseId)
})

test('an unmatched cancellation is received and listed for the operator', async () => {
  const answer = await cancel({ email: 'lost@example.com', reference: 'My magazine' })
  await workOff(app)

  expect(answer.status).toBe(303)
  expect((await listUnplaced(app.services.db)).join('\n')).toContain('My magazine')
  expect(await mailsTo(app, 'lost@example.com')).toEqual(['withdrawal'])
})

test('an invalid date in a cancellation gets a field error', async () => {
  const answer = await post(app, '/cancel-contract', {
    name: 'Bea',
    email: 'bea@example.com',
    reference: 'x',
    ground: 'cause',
    cause: '',
    endsOn: '2026-02-31',
  })
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('Enter a date, or leave it empty')
})

test('a cancellation also ends a plan whose early payoff is pending', async () => {
  const ordered = await subscribe(app, shop.seller, { cancelAfter: 3, amount: 70 })
  const { purchaseId } = ordered
  await checkSubscriptions(app.services)
  const charge = { method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_before' } }
  await setFaults(app, { ...lostEvents, calls: [charge] })
  expect((await payOffEarly(app, ordered, 14_000)).body).toMatchObject({ status: 'processing' })
  await setFaults(app, lostEvents)
  const { email } = await purchaseOf(app, purchaseId)
  await cancel({ email, reference: purchaseId })
  await workOff(app)
  expect(await rowOf(app, ordered)).toMatchObject({
    cancellation: 'period_end',
    cancellationBy: 'buyer',
    cancelAtPeriodEnd: true,
  })
  expect(await mailsTo(app, email)).toContain('subscription_canceled')
})
