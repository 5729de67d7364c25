import { expect, test } from 'vitest'
import { refundDue } from '#buying/withdrawal/refund/parts.ts'
import { asksForConsent, lawOf, endOfPeriod } from './laws.ts'

const ends = (concludedAt: string, days = 14) => endOfPeriod(new Date(concludedAt), days).toISOString()

test('a period ends with its last day, in the zone in which that ends last', () => {
  // Bought on a Tuesday at noon in UTC: in the zone farthest ahead it is already Wednesday, so the period ends a day
  // later.
  expect(ends('2026-12-01T12:00:00Z')).toBe('2026-12-16T12:00:00.000Z')
  expect(ends('2026-12-01T00:00:00Z')).toBe('2026-12-16T00:00:00.000Z')
})

test('a period that would end on a weekend ends with the Monday', () => {
  // Friday to Friday in Europe; where it is Saturday already, it ends two days later.
  expect(ends('2026-11-27T09:00:00Z')).toBe('2026-12-12T09:00:00.000Z')
  expect(ends('2026-11-27T12:00:00Z')).toBe('2026-12-14T12:00:00.000Z')
  expect(ends('2026-11-28T12:00:00Z')).toBe('2026-12-15T12:00:00.000Z')
})

test('every buyer has at least 14 whole days after the day of the purchase, wherever they are', () => {
  const day = 24 * 3600 * 1000
  for (let hour = 0; hour < 24 * 14; hour += 1) {
    const concluded = Date.UTC(2026, 10, 20) + hour * 3600 * 1000
    for (let zone = -12; zone <= 14; zone += 0.25) {
      const local = Math.floor((concluded + zone * 3600 * 1000) / day)
      const lastMoment = (local + 15) * day - zone * 3600 * 1000
      expect(endOfPeriod(new Date(concluded), 14).getTime()).toBeGreaterThanOrEqual(lastMoment)
    }
  }
})

test('the days follow the country’s law, or are 14 if the country is unknown', () => {
  const days = (country: string | null) => lawOf(country)?.days ?? null
  expect(['DE', 'NO', 'GB', 'BR'].map(days)).toEqual([14, 14, 14, 7])
  expect(['CH', 'US', 'JP'].map(days)).toEqual([null, null, null])
  expect(days(null)).toBe(14)
})

test('without a policy, consent is asked for where the law lets buyers give up the right', () => {
  expect(['DE', 'NO', 'GB'].every(asksForConsent)).toBe(true)
  expect(['BR', 'CH', 'US', null].some(asksForConsent)).toBe(false)
})

test('a refund is due within 14 days', () => {
  expect(refundDue(new Date('2026-11-22T18:00:00Z')).toISOString()).toBe('2026-12-06T18:00:00.000Z')
})
