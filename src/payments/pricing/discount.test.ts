import { expect, test } from 'vitest'
import { discountBy, type Coupon, type ListedLine } from './discount.ts'
import { listPrice } from './recurrence.ts'
import { pricePurchase, type PricedForm } from './price-purchase.ts'

const spring: Coupon = {
  code: 'SPRING',
  scope: 'order',
  takes: { kind: 'percent', percentage: '20' },
  minimum: 0,
  cycles: 1,
}
const amountOff = (amount: number) => ({ kind: 'amount', amount }) as const
const percentOff = (percentage: string) => ({ kind: 'percent', percentage }) as const

const course: PricedForm = {
  title: 'Course',
  amount: 4900,
  currency: 'usd',
  recurrence: null,
  tax: null,
  bumps: [
    { id: 'workbook', title: 'Workbook', amount: 1900 },
    { id: 'brushes', title: 'Brushes', amount: 2950 },
  ],
  timers: [],
}
const all = new Set(['workbook', 'brushes'])

/** Purchases calculated by hand: the subtotal, tax and total of each line. */
test.for([
  ['20% off 49.00', course, new Set<string>(), percentOff('20'), [[3920, 0, 3920]]],
  [
    '10.00 off 49.00, 19.00 and 29.50',
    course,
    all,
    amountOff(1000),
    [
      [4397, 0, 4397],
      [1706, 0, 1706],
      [2647, 0, 2647],
    ],
  ],
  [
    '12.5% off 9.99 with 17.5% tax',
    { ...course, amount: 999, tax: { percentage: '17.5', inclusive: false } },
    new Set<string>(),
    percentOff('12.5'),
    [[874, 153, 1027]],
  ],
  [
    '15% off 49.98 including 19% tax',
    { ...course, amount: 4998, currency: 'eur', tax: { percentage: '19', inclusive: true } },
    new Set<string>(),
    percentOff('15'),
    [[3570, 678, 4248]],
  ],
  [
    '33.33% off ¥1,000',
    { ...course, amount: 1000, currency: 'jpy' },
    new Set<string>(),
    percentOff('33.33'),
    [[667, 0, 667]],
  ],
  [
    '10% off 1.250 KWD in steps of 0.010',
    { ...course, amount: 1250, currency: 'kwd' },
    new Set<string>(),
    percentOff('10'),
    [[1120, 0, 1120]],
  ],
  [
    '100.00 off 68.00',
    { ...course, tax: { percentage: '8.25', inclusive: false } },
    new Set(['workbook']),
    amountOff(10_000),
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
  ],
  ['100% off 49.00', course, new Set<string>(), percentOff('100'), [[0, 0, 0]]],
] as const)('a discount gives the amounts calculated on paper: %s', ([, form, chosen, takes, expected]) => {
  const price = pricePurchase(form, chosen, 0, discountBy({ ...spring, takes }, form.currency))
  expect(price.lines.map((line) => [line.subtotal, line.taxAmount, line.total])).toEqual(expected)
  expect(price.total).toBe(expected.reduce((sum, [, , total]) => sum + total, 0))
})

const lines: ListedLine[] = [
  { kind: 'form', title: 'Course', amount: 100 },
  { kind: 'bump', title: 'Workbook', amount: 100 },
  { kind: 'bump', title: 'Brushes', amount: 100 },
]
const takenOff = (coupon: Coupon, from: readonly ListedLine[]) =>
  discountBy(coupon, 'usd')(from).map(({ discountAmount = 0 }) => discountAmount)

test('a discount’s leftover cents go to the largest line', () => {
  const off = (amounts: readonly number[]) =>
    takenOff(
      { ...spring, takes: amountOff(100) },
      amounts.map((amount) => ({ kind: 'bump', title: '', amount })),
    )
  expect(off([100, 100, 100])).toEqual([34, 33, 33])
  expect(off([10, 10, 1000, 0])).toEqual([1, 0, 99, 0])
  expect(off([0, 0])).toEqual([0, 0])
})

test('a coupon discounts only the lines in its scope', () => {
  const off = (scope: Coupon['scope']) => takenOff({ ...spring, scope }, lines)
  expect([off('form'), off('bumps'), off('order')]).toEqual([
    [20, 0, 0],
    [0, 20, 20],
    [20, 20, 20],
  ])
})

test('an order below the coupon’s minimum keeps its price', () => {
  const off = (minimum: number) => takenOff({ ...spring, minimum }, lines)
  expect([off(300), off(301)]).toEqual([
    [20, 20, 20],
    [0, 0, 0],
  ])
})

test('a discounted line’s list price can be computed from the line', () => {
  expect(pricePurchase(course, all, 0).lines.every((line) => !('discountAmount' in line))).toBe(true)
  const tax = { percentage: '19', inclusive: true }
  const [line] = pricePurchase({ ...course, tax }, new Set(), 0, discountBy(spring, 'usd')).lines
  if (line === undefined) throw new Error('no line')
  expect(listPrice(line, tax, 'usd')).toEqual({ subtotal: 4118, taxAmount: 782, total: 4900 })
})
