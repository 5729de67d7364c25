import { nextBoundary } from '@tillform/sandbox/intervals'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { cycleStart, paymentCalendar, lastCycleEnd } from './payment-calendar.ts'
import { dayText } from '#foundation/time/day-text.ts'

const units = { Daily: 'days', Weekly: 'weeks', Monthly: 'months', Yearly: 'years' } as const
const intervals = { Daily: 'day', Weekly: 'week', Monthly: 'month', Yearly: 'year' } as const
const longest = { Daily: 1095, Weekly: 156, Monthly: 36, Yearly: 3 } as const

const recurrence = fc.constantFrom('Daily', 'Weekly', 'Monthly', 'Yearly').chain((billingPeriod) =>
  fc.record({
    billingPeriod: fc.constant(billingPeriod),
    billingInterval: fc.integer({ min: 1, max: longest[billingPeriod] }),
    cancelAfter: fc.integer({ min: 0, max: 60 }),
  }),
)
const anyTime = fc.date({
  min: new Date('2024-01-01'),
  max: new Date('2036-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})
/** Days that some months lack, around midnight and at noon. */
const edgeTime = fc
  .tuple(
    fc.constantFrom('2024-02-28', '2024-02-29', '2027-02-28', '2026-01-29', '2026-01-30', '2026-01-31'),
    fc.constantFrom('00:00:00', '12:30:01', '23:59:59'),
  )
  .map(([date, time]) => new Date(`${date}T${time}Z`))
const anchors = fc.oneof(anyTime, edgeTime).map((time) => time.getTime())

/** The same day, calculated with Temporal. */
function added(anchor: number, { billingInterval, billingPeriod }: Recurrence, count: number): number {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor).toZonedDateTimeISO('UTC')
  const amount = { [units[billingPeriod]]: count * billingInterval }
  return start.add(amount, { overflow: 'constrain' }).epochMilliseconds
}

test('each payment is due on its calendar day, counted from the first payment', () => {
  fc.assert(
    fc.property(recurrence, anchors, fc.integer({ min: 0, max: 120 }), (price, anchor, count) => {
      expect(cycleStart(price, anchor, count)).toBe(added(anchor, price, count))
    }),
  )
})

test('payments are due at the same second as on Stripe', () => {
  fc.assert(
    fc.property(recurrence, anchors, (price, anchor) => {
      const seconds = Math.floor(anchor / 1000)
      const recurring = {
        interval: intervals[price.billingPeriod],
        interval_count: price.billingInterval,
      }
      let renewed = seconds
      for (let count = 1; count <= 13; count += 1) {
        renewed = nextBoundary(seconds, renewed, recurring)
        expect(cycleStart(price, seconds * 1000, count)).toBe(renewed * 1000)
      }
    }),
    { numRuns: 50 },
  )
})

test.each([
  ['2026-01-31', 'Monthly', 1, ['31 Jan 2026', '28 Feb 2026', '31 Mar 2026', '30 Apr 2026', '31 May 2026']],
  ['2027-12-30', 'Monthly', 1, ['30 Dec 2027', '30 Jan 2028', '29 Feb 2028', '30 Mar 2028', '30 Apr 2028']],
  ['2024-02-29', 'Yearly', 1, ['29 Feb 2024', '28 Feb 2025', '28 Feb 2026', '28 Feb 2027', '29 Feb 2028']],
  ['2026-10-24', 'Daily', 1, ['24 Oct 2026', '25 Oct 2026', '26 Oct 2026', '27 Oct 2026', '28 Oct 2026']],
  ['2026-11-20', 'Weekly', 2, ['20 Nov 2026', '4 Dec 2026', '18 Dec 2026', '1 Jan 2027', '15 Jan 2027']],
] as const)(
  'payments from %s, %s every %i, are due on the right days',
  (start, billingPeriod, billingInterval, expected) => {
    const price = { billingPeriod, billingInterval, cancelAfter: 0 }
    const days = [0, 1, 2, 3, 4].map((count) => dayText(cycleStart(price, Date.parse(start), count)))

    expect(days).toEqual(expected)
  },
)

test('a plan has exactly its agreed payments and ends one cycle after the last', () => {
  fc.assert(
    fc.property(recurrence, anchors, fc.nat(9_999), fc.nat(9_999), (price, anchor, first, renewal) => {
      const all = paymentCalendar(price, { anchor, first, renewal }, 100)
      const { payments, more, lastAt, endsAt, total } = all
      if (price.cancelAfter === 0) {
        expect([payments.length, more, lastAt, endsAt, total]).toEqual([100, null, null, null, null])
        return
      }
      expect([payments.length, more]).toEqual([price.cancelAfter, 0])
      expect(payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
      expect(payments.at(-1)?.at).toBe(lastAt)
      expect(lastCycleEnd(price, anchor)).toBe(endsAt)
      expect(payments.every(({ at }, index) => index === 0 || at > (payments[index - 1]?.at ?? 0))).toBe(true)
      const few = paymentCalendar(price, { anchor, first, renewal }, 3)
      expect(few.payments.length + (few.more ?? 0)).toBe(price.cancelAfter)
      expect(few.more).not.toBe(1)
      expect([few.total, few.lastAt, few.endsAt]).toEqual([total, lastAt, endsAt])
    }),
  )
})
