import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newFormValues, type FormValues } from '../editor/form-values.ts'
import type { CouponTerms, LinkedCode } from '#selling/coupons/contract.ts'
import { couponFindings } from './coupon-findings.ts'

const now = Date.UTC(2026, 10, 20, 12)
const day = 24 * 60 * 60 * 1000
const form = '01a1f882-85a6-763a-997b-e9385dbf9801'
const bump = '01a1f882-85a6-763a-997b-e9385dbf9802'
const course: FormValues = { ...newFormValues(), title: 'Watercolor course', amount: 49 }
const spring: CouponTerms = {
  id: '01a1f882-85a6-763a-997b-e9385dbf9803',
  title: 'Spring sale',
  code: 'SPRING',
  kind: 'percent',
  percentage: 20,
  amounts: [],
  scope: 'order',
  lasts: 'once',
  cycles: null,
  minimums: [],
  formIds: [form],
  startsAt: null,
  endsAt: null,
  zone: 'UTC',
  maxRedemptions: null,
  maxPerBuyer: null,
  isActive: true,
  isAskedFor: true,
  taken: 0,
  createdAt: new Date(now).toISOString(),
}
const workbook = {
  id: bump,
  title: 'Workbook',
  image: '/a.webp',
  description: 'Good',
  amount: 20,
  currency: 'usd',
  files: [],
  texts: {},
}

function find(coupon: Partial<CouponTerms>, typed: Partial<FormValues> = {}, codes: LinkedCode[] = []) {
  const found = couponFindings({
    values: { ...course, ...typed },
    known: { bumps: [workbook], offers: [], taxes: [], regions: [], shopTerms: null },
    coupons: { formId: form, terms: [{ ...spring, ...coupon }], codes },
    now,
  })
  return found.map(({ weight, text }) => [weight, text])
}

const price = (label: string, amount: number, fields = {}) => ({ label, amount, ...fields })
const weekly = { priceType: 'RecurringPrice', billingPeriod: 'Weekly' } as const

function amountOff(currency: string, amount: number): Partial<CouponTerms> {
  return { kind: 'amount', percentage: null, amounts: [{ currency, amount }] }
}

beforeAll(() => vi.stubGlobal('location', { origin: 'https://tillform.example' }))
// Without this cleanup, the next test file in this worker would behave as in a browser.
afterAll(() => vi.unstubAllGlobals())

test('the form check accepts a coupon that works on one of the form’s prices', () => {
  expect(find({})).toEqual([])
  expect(find({ lasts: 'cycles', cycles: 3 }, { ...weekly, prices: [price('Once', 120)] })).toEqual([])
})

test.for<[string, Partial<CouponTerms>, Partial<FormValues>, string]>([
  [
    'in other currencies',
    amountOff('eur', 5),
    {},
    'SPRING does not discount this form. The coupon has no discount in USD.',
  ],
  [
    'with a minimum that no order can reach',
    { minimums: [{ currency: 'usd', amount: 100 }] },
    { bumps: [bump] },
    'SPRING does not discount this form. It only applies from $100.00, so with order bumps.',
  ],
  [
    'that discounts missing order bumps',
    { scope: 'bumps' },
    {},
    'SPRING does not discount this form. Only the order bumps are discounted.',
  ],
  [
    'that discounts some weekly payments',
    { lasts: 'cycles', cycles: 3 },
    weekly,
    'SPRING does not discount this form. “Watercolor course” is billed daily or weekly. There a coupon can apply to the first payment or to every payment, because Stripe counts discounts in months.',
  ],
  [
    'that leaves too little of the only price',
    { percentage: 99.5 },
    {},
    'SPRING discounts too much. $0.24 would remain, below the card minimum of $0.50, so the code is rejected.',
  ],
])('the form check reports a coupon for this form %s', ([, coupon, typed, text]) => {
  expect(find(coupon, typed)).toEqual([['problem', text]])
})

test('the form check reports a coupon that leaves one price too low to charge', () => {
  const ten = amountOff('usd', 10)
  const several = { prices: [price('A part', 10.45), price('Gone', 10.45, { state: 'retired' })] }
  const text =
    'On “A part”, SPRING discounts too much. $0.45 would remain, below the card minimum of $0.50, so the code is rejected.'
  expect(find(ten, several)).toEqual([['problem', text]])
  expect(find({ ...ten, formIds: null }, several)).toEqual([['advice', text]])
})

test('the form check does not expect coupons for other forms or for all forms to work', () => {
  const euros = amountOff('eur', 5)
  expect(find({ ...euros, formIds: null })).toEqual([])
  expect(find({ ...euros, formIds: [bump] })).toEqual([])
})

test('order bumps can raise an order to a coupon’s minimum', () => {
  expect(find({ minimums: [{ currency: 'usd', amount: 69 }] }, { bumps: [bump] })).toEqual([])
})

test('a larger quantity can raise an order to a coupon’s minimum, but a retired price cannot', () => {
  const from = (amount: number) => ({ minimums: [{ currency: 'usd', amount }] })
  expect(find(from(98), { quantityMax: 2 })).toEqual([])
  const small = { amount: 0.7, bumps: [bump], prices: [price('Gone', 500, { state: 'retired' })] }
  expect(find(from(20.7), small)).toEqual([])
  expect(find(from(20.71), small)).toHaveLength(1)
})

test('the form check gives only advice about an ended coupon', () => {
  expect(find({ endsAt: new Date(now - day).toISOString() })).toEqual([
    [
      'advice',
      'The coupon SPRING ended on Nov 19, 2026, 12:00 PM UTC, so its links no longer give a discount.',
    ],
  ])
})

test('the form check reports a timer that raises a coupon’s price before the coupon ends', () => {
  const timers = [
    { title: 'Early bird', timestamp: now + day, timezone: null, amount: 79, redirectUrl: null },
    { title: 'A little later', timestamp: now + day, timezone: null, amount: 59, redirectUrl: null },
  ]
  expect(find({}, { timers })).toEqual([
    [
      'advice',
      'After the timer “Early bird” ends, buyers pay $63.20 with SPRING. That is more than today’s $49.00.',
    ],
  ])
  expect(find({ endsAt: new Date(now + day).toISOString() }, { timers })).toEqual([])
})

test('the form check reports links with codes that do not work', () => {
  const redirectUrl = 'https://tillform.example/payment/other?coupon=autumn'
  const known = { code: 'AUTUMN', couponId: spring.id }
  const linked = (codes: LinkedCode[], address = redirectUrl) => find({}, { redirectUrl: address }, codes)
  const carries = 'The redirect URL carries the code autumn, which'

  expect(linked([{ ...known, state: 'works' }])).toEqual([])
  expect(linked([{ ...known, state: 'ended' }])).toEqual([['problem', `${carries} has ended.`]])
  expect(linked([{ ...known, state: 'used-up' }])).toEqual([['problem', `${carries} has been used up.`]])
  expect(linked([])).toEqual([['problem', `${carries} is not one of your codes.`]])
  expect(linked([], 'https://elsewhere.example/payment/other?coupon=autumn')).toEqual([])
})
