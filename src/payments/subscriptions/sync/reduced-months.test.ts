import { expect, test } from 'vitest'
import { cycleStart } from '../payment-calendar.ts'
import { reducedMonths } from './reduced-months.ts'

const day = 86_400_000
const monthly = (billingInterval: number) => ({
  billingInterval,
  billingPeriod: 'Monthly' as const,
  cancelAfter: 0,
})

/** How many full payments fall within a discount's months, counted from the subscription's start. */
function reducedPayments(interval: number, start: number, trialDays: number, months: number): number {
  const end = cycleStart(monthly(1), start, months)
  let count = 0
  while (cycleStart(monthly(interval), start + trialDays * day, count) < end) count += 1
  return count
}

test('after a trial a coupon reduces exactly the agreed payments, or is rejected', { tags: 'long' }, () => {
  let refused = 0
  let all = 0
  for (const trialDays of [1, 7, 14, 28, 29, 30, 31, 45, 59, 60, 61, 62, 90])
    for (let date = 0; date < 1461; date += 1)
      for (const [interval, cycles] of [
        [1, 1],
        [1, 3],
        [3, 2],
      ] as const) {
        const start = Date.UTC(2027, 0, 1, 9) + date * day
        const months = reducedMonths(monthly(interval), { start, trialDays, cycles })
        all += 1
        if (months === undefined) refused += 1
        else
          expect([start, trialDays, reducedPayments(interval, start, trialDays, months)]).toEqual([
            start,
            trialDays,
            cycles,
          ])
      }
  expect(refused).toBeGreaterThan(0)
  expect(refused / all).toBeLessThan(0.01)
})

test('a coupon is rejected if a minute’s delay could change how many payments it reduces', () => {
  const terms = { trialDays: 30, cycles: 1 }
  const at = (time: string) => reducedMonths(monthly(1), { start: Date.parse(time), ...terms })
  expect([at('2027-08-30T12:00:00Z'), at('2027-08-30T23:59:30Z'), at('2027-08-31T12:00:00Z')]).toEqual([
    1,
    undefined,
    undefined,
  ])
})
