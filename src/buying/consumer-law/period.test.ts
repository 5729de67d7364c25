import { expect, test } from 'vitest'
import { refundDue } from '#buying/withdrawal/refund/parts.ts'
import { asksForConsent, lawOf, endOfPeriod } from './laws.ts'

const ends = (concludedAt: string, days = 14) => endOfPeriod(new Date(concludedAt), days).toISOString()

test('a withdrawal period ends when its last day is over in every time zone', () => {
  // Tuesday noon in UTC is already Wednesday in the easternmost time zone, so the period ends a day later.
  expect(ends('2026-12-01T12:00:00Z')).toBe('2026-12-16T12:00:00.000Z')
  expect(ends('2026-12-01T00:00:00Z')).toBe('2026-12-16T00:00:00.000Z')
})

test('a withdrawal period that would end on a weekend ends on Monday', () => {
  // The period ends on a Friday in Europe. In time zones where it is already Saturday, it ends two days later.
  expect(ends('2026-11-27T09:00:00Z')).toBe('2026-12-12T09:00:00.000Z')
  expect(ends('2026-11-27T12:00:00Z')).toBe('2026-12-14T12:00:00.000Z')
  expect(ends('2026-11-28T12:00:00Z')).toBe('2026-12-15T12:00:00.000Z')
})

test('every buyer has at least 14 whole days after the day of purchase', () => {
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

test('the withdrawal period follows the country’s law, or is 14 days for an unknown country', () => {
  const days = (country: string | null) => lawOf(country)?.days ?? null
  expect(['DE', 'NO', 'GB', 'BR'].map(days)).toEqual([14, 14, 14, 7])
  expect(['CH', 'US', 'JP'].map(days)).toEqual([null, null, null])
  expect(days(null)).toBe(14)
})

test('a shop without a policy asks for consent only where the law allows it', () => {
  expect(['DE', 'NO', 'GB'].every(asksForConsent)).toBe(true)
  expect(['BR', 'CH', 'US', null].some(asksForConsent)).toBe(false)
})

test('a withdrawal’s refund is due within 14 days', () => {
  expect(refundDue(new Date('2026-11-22T18:00:00Z')).toISOString()).toBe('2026-12-06T18:00:00.000Z')
})
