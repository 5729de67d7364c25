import { expect, test } from 'vitest'
import { valueOverTime } from './value-over-time.ts'

const now = new Date(2026, 10, 29, 12)
const entry = (kind: 'purchase' | 'refund' | 'mail', month: number, amount: number | null, state = '') => ({
  kind,
  at: new Date(2026, month, 15, 12).toISOString(),
  state,
  amount,
  currency: 'usd',
})

test('a customer’s value grows with payments and falls with refunds', () => {
  const timeline = [
    entry('refund', 10, 900, 'succeeded'),
    entry('refund', 10, 500, 'failed'),
    entry('mail', 10, null),
    entry('purchase', 8, 2900),
    entry('purchase', 6, 4900),
  ]
  const value = [{ currency: 'usd', total: 6900 }]
  const points = valueOverTime({ value, timeline }, now)

  expect(points.map(({ at, total }) => [at.getMonth(), total])).toEqual([
    [6, 4900],
    [7, 4900],
    [8, 7800],
    [9, 7800],
    [10, 6900],
  ])
})

test('a customer’s value over a few weeks is shown by week, but a single payment is not charted', () => {
  const timeline = [entry('purchase', 10, 2900), entry('purchase', 9, 4900)]
  const points = valueOverTime({ value: [{ currency: 'usd', total: 7800 }], timeline }, now)

  expect(points.map(({ total }) => total)).toEqual([4900, 4900, 4900, 4900, 7800, 7800, 7800])
  expect(
    valueOverTime({ value: [{ currency: 'usd', total: 4900 }], timeline: timeline.slice(1) }, now),
  ).toEqual([])
  expect(valueOverTime({ value: [], timeline: [] }, now)).toEqual([])
})
