import { describe, expect, test } from 'vitest'
import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import { remainingAnnouncement, remainingText } from './remaining-text.ts'
import { standingBeside } from './choice-timing.ts'
import { standingAt } from './standing.ts'
import { signedStanding } from './use-standing.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const minute = 60_000
const redirectUrl = 'https://waitlist.example.com/'
const timer = (after: number, amount: number | null, address: string | null = null) => ({
  title: 'Early bird',
  expiresAt: noon + after,
  amount,
  redirectUrl: address,
})
const form: TimedForm = {
  title: 'A course in watercolor',
  amount: 4900,
  currency: 'usd',
  recurrence: null,
  tax: null,
  bumps: [],
  timers: [],
  priceGracePeriod: 10,
}

describe('the state of a price shown before its deadline', () => {
  const rising = { ...form, timers: [timer(0, 5900)] }
  const closing = { ...form, timers: [timer(0, null, redirectUrl)] }
  const both = { ...form, timers: [timer(0, 5900), timer(5 * minute, null, redirectUrl)] }

  test.each([
    ['a millisecond before the deadline', rising, -1, false, 'open'],
    ['at the deadline', rising, 0, false, 'outdated'],
    ['at the deadline, form begun', rising, 0, true, 'held'],
    ['when the grace period ends, form begun', rising, 10 * minute, true, 'held'],
    ['a millisecond after the grace period, form begun', rising, 10 * minute + 1, true, 'outdated'],
    ['at a redirect', closing, 0, false, 'ended'],
    ['when a redirect’s grace period ends, form begun', closing, 10 * minute, true, 'held'],
    ['after a redirect’s grace period', closing, 10 * minute + 1, true, 'ended'],
    ['after a rise and a redirect', both, 6 * minute, true, 'held'],
    ['after a rise, a redirect and the first grace period', both, 10 * minute + 1, true, 'ended'],
    ['after a lower price, form begun', { ...form, timers: [timer(0, 3900)] }, 0, true, 'outdated'],
    ['after a timer without effect', { ...form, timers: [timer(0, 0)] }, 0, false, 'open'],
    ['without a grace period, form begun', { ...rising, priceGracePeriod: 0 }, 1, true, 'outdated'],
  ] as const)('the shown price has the right state %s', (_, timed, after, hasBegun, state) => {
    expect(standingAt(timed, noon - minute, noon + after, hasBegun).state).toBe(state)
  })

  test('a price’s state includes when the price ends or where its timer redirects', () => {
    expect(standingAt(rising, noon - 1, noon, true)).toMatchObject({ until: noon + 10 * minute })
    expect(standingAt(closing, noon - 1, noon, false)).toEqual({ state: 'ended', redirectUrl })
  })

  test('a timer of another price renews the page, except within the buyer’s grace period', () => {
    const price = { id: 'a', label: 'A', title: 'A', amount: 4900, recurrence: null, timers: [] }
    const shown = { ...price, isDefault: false, isHidden: false }
    const prices = [shown, { ...shown, id: 'b', timers: [timer(0, 5900)] }]
    const several = { ...form, prices, priceId: 'a' }
    const stateAt = (after: number, hasBegun: boolean) =>
      standingBeside(several, noon - minute, noon + after, hasBegun).state
    expect([stateAt(-1, false), stateAt(0, false)]).toEqual(['open', 'outdated'])
    expect([stateAt(0, true), stateAt(10 * minute + 1, true)]).toEqual(['open', 'outdated'])
  })

  test('a quote is renewed after an hour', () => {
    const stateAt = (age: number, timed?: TimedForm) =>
      signedStanding(timed && standingAt(timed, noon - 1, noon - 1 + age, true), age).state
    expect([stateAt(60 * minute - 1), stateAt(60 * minute)]).toEqual(['open', 'outdated'])
    expect([stateAt(60 * minute - 1, form), stateAt(60 * minute, form)]).toEqual(['open', 'outdated'])
    const patient = { ...rising, priceGracePeriod: 60 }
    expect([stateAt(60 * minute, patient), stateAt(60 * minute + 2, patient)]).toEqual(['held', 'outdated'])
  })
})

test.each([
  [-5, '00:00:00'],
  [1, '00:00:01'],
  [61_000, '00:01:01'],
  [86_399_000, '23:59:59'],
  [86_400_000, '1 day left'],
  [3 * 86_400_000 - 1000, '2 days left'],
])('%i milliseconds left are shown as %s', (left, text) => {
  expect(remainingText(left)).toBe(text)
})

test('a screen reader announces the time left only four times', () => {
  const told = Array.from({ length: 3600 }, (_, second) => remainingAnnouncement((3600 - second) * 1000))

  expect([...new Set(told)]).toEqual([
    '',
    'Less than 10 minutes left',
    'Less than 5 minutes left',
    'Less than a minute left',
    'Less than 30 seconds left',
  ])
})
