import { expect, test } from 'vitest'
import type { Lapse } from '#foundation/db/tables/subscriptions.ts'
import { randomFrom } from '#foundation/values/random.ts'
import { monthlyValue, nothing, plus, rounded, roundedSteps, sumMonthly } from './monthly-value.ts'
import { movementsOf, type Life } from './movements.ts'

const monthly = { billingPeriod: 'Monthly', billingInterval: 1 } as const
const yearly = { billingPeriod: 'Yearly', billingInterval: 1 } as const

test.each([
  [{ net: 2400, ...monthly }, 2400],
  [{ net: 9000, ...monthly, billingInterval: 3 }, 3000],
  [{ net: 12_000, ...yearly }, 1000],
  [{ net: 24_000, ...yearly, billingInterval: 2 }, 1000],
  [{ net: 100, billingPeriod: 'Daily' as const, billingInterval: 1 }, 3044],
  [{ net: 1000, billingPeriod: 'Weekly' as const, billingInterval: 1 }, 4348],
  [{ net: 1000, billingPeriod: 'Weekly' as const, billingInterval: 2 }, 2174],
])('a payment of %o is worth %i in a month', (payment, value) => {
  expect(sumMonthly([payment])).toBe(value)
})

test('a sum is rounded once: a hundred yearly prices of 100.00 are worth 833.33 a month', () => {
  expect(sumMonthly([{ net: 10_000, ...yearly }])).toBe(833)
  expect(sumMonthly(Array.from({ length: 100 }, () => ({ net: 10_000, ...yearly })))).toBe(83_333)
  expect(rounded({ parts: -1n, of: 2n })).toBe(-1)
})

test('a month’s rounded changes add up exactly, and whole amounts stay the same', () => {
  const random = randomFrom(9)
  for (let round = 0; round < 100; round += 1) {
    const steps = Array.from({ length: 9 }, () => {
      const billingPeriod = random.pick(['Daily', 'Weekly', 'Monthly', 'Yearly'] as const)
      return { net: random.below(90_000) - 40_000, billingPeriod, billingInterval: 1 + random.below(12) }
    })
    const begin = monthlyValue({ net: random.below(1_000_000), ...yearly })
    const exact = steps.map(monthlyValue)
    const shown = roundedSteps(begin, exact)
    const sum = shown.reduce((total, amount) => total + amount, rounded(begin))
    expect(sum).toBe(rounded(exact.reduce(plus, begin)))
    for (const [index, amount] of shown.entries()) {
      const own = exact[index] ?? nothing
      expect(Math.abs(amount - rounded(own))).toBeLessThanOrEqual(1)
      if (own.parts % own.of === 0n) expect(amount).toBe(rounded(own))
    }
  }
})

const day = (date: string) => new Date(`${date}T12:00:00Z`)
const paid = (date: string, net: number) => ({ at: day(date), net })
const lapse = (date: string, why: Lapse['why']): Lapse => ({ at: day(date).toISOString(), why })

function lived(life: Partial<Life>): string[] {
  const whole: Life = {
    payments: [],
    lapses: [],
    endedAt: null,
    endedBecause: 'other',
    isReturn: false,
    ...life,
  }
  return movementsOf(whole).map(
    ({ at, kind, because, net, heads }) =>
      `${at.toISOString().slice(0, 10)} ${kind}${because === null ? '' : ` ${because}`} ${net} ${heads}`,
  )
}

test('a subscription is new with its first full payment, and each payment of a different amount changes the MRR', () => {
  const payments = [paid('2026-01-05', 2000), paid('2026-02-05', 2000), paid('2026-03-05', 2500)]
  expect(lived({ payments })).toEqual(['2026-01-05 new 2000 1', '2026-03-05 more 500 0'])
  expect(
    lived({ payments: payments.toReversed().map(({ at }, index) => ({ at, net: 900 - index })) }),
  ).toEqual(['2026-01-05 new 898 1', '2026-02-05 more 1 0', '2026-03-05 more 1 0'])
  expect(lived({ payments, isReturn: true })[0]).toBe('2026-01-05 back 2000 1')
  expect(lived({})).toEqual([])
})

test('the end of a reduced price raises the MRR, and its beginning lowers it', () => {
  const payments = [paid('2026-01-05', 0), paid('2026-02-05', 2000), paid('2026-03-05', 1500)]
  expect(lived({ payments })).toEqual([
    '2026-01-05 new 0 1',
    '2026-02-05 more 2000 0',
    '2026-03-05 less -500 0',
  ])
})

test('the end of a subscription has a reason', () => {
  const payments = [paid('2026-01-05', 2000)]
  for (const endedBecause of ['asked', 'failed', 'withdrawn', 'refunded', 'disputed', 'other'] as const) {
    expect(lived({ payments, endedAt: day('2026-02-05'), endedBecause })).toEqual([
      '2026-01-05 new 2000 1',
      `2026-02-05 gone ${endedBecause} -2000 -1`,
    ])
  }
})

test('a pause removes a subscription from the MRR until its next payment', () => {
  const payments = [paid('2026-01-05', 2000), paid('2026-05-05', 2200)]
  expect(lived({ payments, lapses: [lapse('2026-02-05', 'paused')] })).toEqual([
    '2026-01-05 new 2000 1',
    '2026-02-05 paused -2000 -1',
    '2026-05-05 back 2200 1',
  ])
})

test('a subscription that ends during its pause counts as ended, not paused', () => {
  const ended = { endedAt: day('2026-03-01'), endedBecause: 'asked' } as const
  expect(
    lived({ payments: [paid('2026-01-05', 2000)], lapses: [lapse('2026-02-05', 'paused')], ...ended }),
  ).toEqual([
    '2026-01-05 new 2000 1',
    '2026-02-05 paused -2000 -1',
    '2026-03-01 paused 2000 1',
    '2026-03-01 gone asked -2000 -1',
  ])
})

test('a subscription whose card is no longer retried is out of the MRR until it is paid, and ends only once', () => {
  const payments = [paid('2026-01-05', 2000), paid('2026-03-05', 2000)]
  const lapses = [lapse('2026-02-20', 'failed'), lapse('2026-04-20', 'failed')]
  expect(lived({ payments, lapses, endedAt: day('2026-06-01'), endedBecause: 'failed' })).toEqual([
    '2026-01-05 new 2000 1',
    '2026-02-20 gone failed -2000 -1',
    '2026-03-05 back 2000 1',
    '2026-04-20 gone failed -2000 -1',
  ])
})

test('a subscription that ends in the same second as its first payment counts as new and ended', () => {
  const ended = { endedAt: new Date('2026-01-05T11:59:59Z'), endedBecause: 'other' } as const
  expect(lived({ payments: [paid('2026-01-05', 2000)], ...ended })).toEqual([
    '2026-01-05 new 2000 1',
    '2026-01-05 gone other -2000 -1',
  ])
})
