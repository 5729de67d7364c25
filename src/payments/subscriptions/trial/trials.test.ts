import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addBump } from '#buying/upsells/test-offers.ts'
import { errorOf, outcomeOf, pay, stateOf, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { reconcile } from '#payments/purchases/register.ts'
import {
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { receiptWriters } from '#buying/receipts/mail/receipt-writers.ts'
import {
  ask,
  asSeller,
  changeCard,
  checkAll,
  invoicesOf,
  later,
  mailsOf,
  renew,
  rowOf,
  totalsOf,
  wireOf,
  type Ordered,
} from '../test-subscriptions.ts'
import { remindOfTrials } from './remind-of-trials.ts'

let app: TestApp
let seller: TestSeller
let buyers = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, lostEvents))

const days = (count: number) => count * 86_400_000

const membership = (fields: object = {}) =>
  asSeller(app, () =>
    createTestForm(app, seller, {
      amount: 24,
      priceType: 'RecurringPrice',
      billingPeriod: 'Monthly',
      trialDays: 14,
      ...fields,
    }),
  )

const order = async (form: string, fields: object = {}) =>
  pay(app, form, {
    email: `trier-${(buyers += 1)}@example.com`,
    consents: await trialConsents(app, form),
    ...fields,
  })

async function bought(form: string, fields: object = {}): Promise<Ordered> {
  const { purchaseId, secret } = outcomeOf(await order(form, fields))
  await checkAll(app)
  return { form, purchaseId, secret }
}

const invoiced = async (ordered: Ordered) =>
  (await invoicesOf(app, ordered)).map(({ total }) => total).toReversed()

// Proves trial-charge.
test('a free trial saves the card and charges the first full payment at its end', async () => {
  const ordered = await bought(await membership())
  const begun = await rowOf(app, ordered)
  expect(begun).toMatchObject({ status: 'trialing', paidCycles: 0, trialDays: 14, total: 2400 })
  expect(begun.trialEnd?.getTime()).toBe(begun.billingCycleAnchor?.getTime())
  expect(wireOf(await ask(app, ordered, ''))).toMatchObject({
    status: 'trialing',
    total: 2400,
    nextChargeAt: begun.trialEnd?.toISOString(),
    canCancel: true,
  })

  await later(app, days(13))
  await checkAll(app)
  expect(await totalsOf(app, ordered)).toEqual([0])
  await renew(app, ordered)
  expect(await totalsOf(app, ordered)).toEqual([0, 2400])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'active', paidCycles: 1 })
  await renew(app, ordered)
  expect(await invoiced(ordered)).toEqual([0, 2400, 2400])
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('a trial charges its price, set-up fee and bump today, and then full payments', async () => {
  const bump = await asSeller(app, () => addBump(app, seller, { amount: 5 }))
  const terms = { trialAmount: 1, setupAmount: 30, setupLabel: 'Onboarding call' }
  const form = await membership({ ...terms, cancelAfter: 2, bumps: [bump] })
  const ordered = await bought(form, { bumps: [bump] })
  expect(await totalsOf(app, ordered)).toEqual([3600])
  const lines = await app.services.db
    .selectFrom('purchaseLines')
    .select(['kind', 'title', 'total', 'bumpId'])
    .where('purchaseId', '=', ordered.purchaseId)
    .orderBy('position')
    .execute()
  expect(lines).toMatchObject([
    { kind: 'form', total: 100, bumpId: null },
    { kind: 'setup', title: 'Onboarding call', total: 3000, bumpId: null },
    { kind: 'bump', total: 500, bumpId: bump },
  ])
  expect(lines[0]?.title).toMatch(/ \(14-day trial\)$/)

  for (let month = 0; month < 4; month += 1) await renew(app, ordered)
  expect(await totalsOf(app, ordered)).toEqual([3600, 2400, 2400])
  expect(await invoiced(ordered)).toEqual([3600, 2400, 2400])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 2 })
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('a set-up fee without a trial is charged only with the first payment', async () => {
  const ordered = await bought(await membership({ trialDays: 0, setupAmount: 10, cancelAfter: 1 }))
  await renew(app, ordered)
  expect(await totalsOf(app, ordered)).toEqual([3400])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 1 })
})

test('a plan with one payment after its trial ends after that payment', async () => {
  const ordered = await bought(await membership({ cancelAfter: 1 }))
  await renew(app, ordered)
  await renew(app, ordered)
  expect(await totalsOf(app, ordered)).toEqual([0, 2400])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 1 })
})

// Proves trial-charge.
test('a canceled trial charges nothing, and its end is emailed to the buyer', async () => {
  const ordered = await bought(await membership())
  expect(wireOf(await ask(app, ordered, '/cancel'))).toMatchObject({ nextChargeAt: null, canResume: true })
  await renew(app, ordered)
  expect(await totalsOf(app, ordered)).toEqual([0])
  expect(await invoiced(ordered)).toEqual([0])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 0 })
  expect(await mailsOf(app, ordered)).toContain('subscription_ended')
})

/** The reason for the end, in the buyer's email and in the sale's history. */
async function endedBecause({ purchaseId }: Ordered) {
  const { db } = app.services
  const mail = await db
    .selectFrom('mails')
    .select('data')
    .where('purchaseId', '=', purchaseId)
    .where('kind', '=', 'subscription_ended')
    .executeTakeFirstOrThrow()
  const event = await db
    .selectFrom('purchaseTransitions')
    .select('cause')
    .where('purchaseId', '=', purchaseId)
    .where('event', '=', 'subscription_canceled')
    .executeTakeFirst()
  return [z.object({ reason: z.string() }).parse(mail.data), event?.cause]
}

test('a trial whose first full payment fails ends without further attempts', async () => {
  const ordered = await bought(await membership())
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  await renew(app, ordered)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 0 })
  expect(await endedBecause(ordered)).toEqual([{ reason: 'unpaid' }, 'The card could not be charged'])
  await later(app, days(30))
  await checkAll(app)
  expect(await totalsOf(app, ordered)).toEqual([0])
  const charged = (await invoicesOf(app, ordered)).reduce((sum, one) => sum + one.amount_paid, 0)
  expect(charged).toBe(0)
})

test('a declined first invoice charges neither the trial nor the set-up fee', async () => {
  const form = await membership({ trialAmount: 1, setupAmount: 30 })
  const declined = await order(form, { paymentMethodId: 'pm_card_visa_chargeDeclined' })
  expect(declined.status).toBe(402)
  const { purchaseId = '' } = errorOf(declined).details ?? {}
  await reconcile(app.services)
  await checkAll(app)
  await later(app, days(20))
  await checkAll(app)
  expect(await rowOf(app, { purchaseId })).toMatchObject({ status: 'incomplete_expired', paidCycles: 0 })
  expect(await reconcileAccounts(app.services)).toEqual([])
})

// Proves trial-charge.
test.for(['cut_before', 'cut_after'] as const)(
  'a lost response to saving the card (%s) begins one trial or none',
  async (kind) => {
    const form = await membership()
    const calls = [{ method: 'POST', path: '/v1/setup_intents/*/confirm', times: 9, fault: { kind } }]
    await setFaults(app, { ...lostEvents, calls })
    const email = `trier-${(buyers += 1)}@example.com`
    const answer = await order(form, { email })
    await setFaults(app, lostEvents)
    const { purchaseId, secret } = outcomeOf(answer)
    for (let round = 0; round < 2; round += 1) {
      await later(app, 100_000)
      await reconcile(app.services)
      await checkAll(app)
    }
    const ordered = { form, purchaseId, secret }
    const isMade = kind === 'cut_after'
    expect((await stateOf(app, ordered)).status).toBe(isMade ? 'paid' : 'failed')
    expect(await rowOf(app, ordered)).toMatchObject({
      status: isMade ? 'trialing' : 'incomplete_expired',
      paidCycles: 0,
    })
    await later(app, days(20))
    await checkAll(app)
    expect(await invoiced(ordered)).toEqual(isMade ? [0, 2400] : [0])
    expect(await reconcileAccounts(app.services)).toEqual([])
  },
)

const thrice = (day: string) => `every month from ${day}, 3 times, then $24.00 every month`

test.for([
  [
    14,
    { lasts: 'once' },
    (day: string) => `once, on ${day}, then $24.00 every month`,
    [0, 1920, 2400, 2400, 2400],
  ],
  [14, { lasts: 'cycles', cycles: 3 }, thrice, [0, 1920, 1920, 1920, 2400]],
  [45, { lasts: 'cycles', cycles: 3 }, thrice, [0, 1920, 1920, 1920, 2400]],
  [14, { lasts: 'forever' }, (day: string) => `every month from ${day}`, [0, 1920, 1920, 1920, 1920]],
] as const)(
  'after a trial of %j days a coupon that lasts %j is charged as agreed',
  async ([trialDays, fields, paid, totals]) => {
    const form = await membership({ trialDays })
    const { code } = await addCoupon(app, form, { percentage: '20', ...fields })
    const from = dayText(app.clock.now().getTime() + days(trialDays))
    const text = `I agree that ${seller.name} will charge me $19.20 ${paid(from)} until I cancel.`
    const ordered = await bought(form, { coupon: code, consents: [{ kind: 'trial', text }] })
    for (let month = 0; month < 4; month += 1) await renew(app, ordered)
    expect(await totalsOf(app, ordered)).toEqual(totals)
    expect(await reconcileAccounts(app.services)).toEqual([])
  },
)

test('a card changed during the trial pays every payment minus the coupon’s discount', async () => {
  const form = await membership()
  const { code } = await addCoupon(app, form, { percentage: '50', lasts: 'forever' })
  const from = dayText(app.clock.now().getTime() + days(14))
  const text = `I agree that ${seller.name} will charge me $12.00 every month from ${from} until I cancel.`
  const ordered = await bought(form, { coupon: code, consents: [{ kind: 'trial', text }] })
  await changeCard(app, seller, ordered, 'pm_card_mastercard')
  for (let month = 0; month < 2; month += 1) await renew(app, ordered)
  expect(await totalsOf(app, ordered)).toEqual([0, 1200, 1200])
  expect((await rowOf(app, ordered)).cardBrand).toBe('mastercard')
})

test('a buyer gets one reminder seven days before the first charge', async () => {
  const ordered = await bought(await membership())
  const { trialEnd } = await rowOf(app, ordered)
  const remind = async () => {
    await remindOfTrials(app.services)
    return (await mailsOf(app, ordered)).filter((kind) => kind === 'trial_ending').length
  }
  await later(app, days(6.9))
  expect(await remind()).toBe(0)
  await later(app, days(0.2))
  expect(await remind()).toBe(1)
  expect(await remind()).toBe(1)

  const mail = await app.services.db
    .selectFrom('mails')
    .selectAll()
    .where('purchaseId', '=', ordered.purchaseId)
    .where('kind', '=', 'trial_ending')
    .executeTakeFirstOrThrow()
  const { addresses } = { addresses: app.config }
  const told = await receiptWriters({ db: app.services.db, clock: app.clock, addresses })['trial_ending']?.(
    mail,
  )
  expect(told?.subject).toContain('Your trial ends on')
  expect(told?.text).toContain(
    `$24.00 every month until you cancel, starting on ${dayText(trialEnd?.getTime() ?? 0)}`,
  )
  const [cancelUrl = ''] = /http\S+\/cancel-contract\/\S+/.exec(told?.text ?? '') ?? []
  const page = await fetch(cancelUrl.replace(app.config.publicUrl, app.url))
  expect([page.status, page.url.includes('login')]).toEqual([200, false])
})

test('a short trial’s reminder is sent the day before it ends', async () => {
  const canceled = await bought(await membership())
  await ask(app, canceled, '/cancel')
  const short = await bought(await membership({ trialDays: 5 }))
  const tiny = await bought(await membership({ trialDays: 2 }))
  await later(app, days(4.1))
  await remindOfTrials(app.services)
  expect(await mailsOf(app, short)).toContain('trial_ending')
  expect(await mailsOf(app, tiny)).not.toContain('trial_ending')
  await later(app, days(4))
  await remindOfTrials(app.services)
  expect(await mailsOf(app, canceled)).not.toContain('trial_ending')
})

test('a buyer gets one trial a year per email and card', async () => {
  const form = await membership({ setupAmount: 10 })
  await bought(form, { email: 'ana@gmail.com', paymentMethodId: 'pm_card_mastercard' })
  const again = await order(form, { email: 'a.na+two@gmail.com' })
  expect([again.status, errorOf(again).code]).toEqual([409, 'trial_used'])
  const sameCard = await order(form, { paymentMethodId: 'pm_card_mastercard' })
  expect(errorOf(sameCard).code).toBe('trial_used')

  const without = await bought(form, {
    paymentMethodId: 'pm_card_mastercard',
    withoutTrial: true,
    consents: [],
  })
  expect(await totalsOf(app, without)).toEqual([3400])
  expect(await rowOf(app, without)).toMatchObject({ status: 'active', paidCycles: 1, trialDays: 0 })
  await later(app, days(366))
  expect(
    outcomeOf(await order(form, { email: 'a.na+two@gmail.com', paymentMethodId: 'pm_card_mastercard' }))
      .status,
  ).toBe('paid')
})

test('a trial that never began does not count against its buyer', async () => {
  const form = await membership()
  const means = { email: 'later@example.com' }
  expect((await order(form, { ...means, paymentMethodId: 'pm_card_visa_chargeDeclined' })).status).toBe(402)
  await reconcile(app.services)
  await checkAll(app)
  expect(outcomeOf(await order(form, { ...means, paymentMethodId: 'pm_card_amex' })).status).toBe('paid')
})

test('a trial begins only with consent to the later charges and the shown amount', async () => {
  const form = await membership({ setupAmount: 10 })
  expect(errorOf(await order(form, { consents: [] })).errors).toEqual({
    consents: 'Agree to the charges after the trial',
  })
  const shown = await order(form, { quote: 'forged' })
  const { quote } = z.object({ quote: z.object({ token: z.string() }) }).parse(errorOf(shown).details)
  const unaware = await order(form, { quote: quote.token })
  expect([unaware.status, errorOf(unaware).code]).toEqual([409, 'quote_changed'])
  expect(outcomeOf(await order(form, { quote: quote.token, due: 1000 })).status).toBe('paid')
})
