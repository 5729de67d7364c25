import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { mailTextOf } from '#payments/subscriptions/notices/test-notices.ts'
import { cycleStart } from '#payments/subscriptions/payment-calendar.ts'
import { checkAll, later, renew, totalsOf, type Ordered } from '#payments/subscriptions/test-subscriptions.ts'
import { remindOfTrials } from '#payments/subscriptions/trial/remind-of-trials.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const day = 86_400_000
const monthly = {
  priceType: 'RecurringPrice',
  billingPeriod: 'Monthly',
  billingInterval: 1,
  cancelAfter: 0,
} as const

const wordsOf = async ({ purchaseId, secret }: Ordered) =>
  (await (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text())
    .replaceAll(/<(style|script)[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('wherever an order with free first payments is described, the buyer sees when they end', async () => {
  const form = await createTestForm(app, seller, { amount: 24, ...monthly, trialDays: 14 })
  const { code: coupon } = await addCoupon(app, form, { percentage: '100', lasts: 'once' })
  const trialEnd = app.clock.now().getTime() + 14 * day
  const paid = dayText(cycleStart(monthly, trialEnd, 1))
  const coming = `nothing until ${paid}, then $24.00 every month until you cancel`
  const text = `I agree that ${seller.name} will charge me ${coming.replace('you', 'I')}.`
  const ordered = {
    form,
    ...outcomeOf(await pay(app, form, { coupon, consents: [{ kind: 'trial', text }] })),
  }
  await checkAll(app)

  const end = dayText(trialEnd)
  const standing = `Your trial ends on ${end}. After that you pay ${coming}. Cancel before ${end} and you will not be charged.`
  expect(await wordsOf(ordered)).toContain(standing)
  expect(await wordsOf(ordered)).toContain('nothing for your next payment, then $24.00 every month')
  expect((await mailTextOf(app, ordered, 'receipt')).replaceAll(/\s+/g, ' ')).toContain(standing)
  await later(app, 8 * day)
  await remindOfTrials(app.services)
  expect((await mailTextOf(app, ordered, 'trial_ending')).replaceAll(/\s+/g, ' ')).toContain(`: ${coming}.`)

  await renew(app, ordered)
  expect(await wordsOf(ordered)).toContain(
    `$24.00 every month until you cancel. The next payment is on ${paid}.`,
  )
  await renew(app, ordered)
  expect(await totalsOf(app, ordered)).toEqual([0, 2400])
})
