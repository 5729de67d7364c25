import { expect, test } from 'vitest'
import { distanceText, instantText, zoneLabel } from './timer-texts.ts'

const minute = 60_000

test.each([
  [3 * 1440 * minute, 'in 3 days'],
  [-2 * 60 * minute, '2 hours ago'],
  [5 * minute, 'in 5 minutes'],
  [1440 * minute, 'tomorrow'],
  [20_000, 'this minute'],
])('a distance of %d ms is described as "%s"', (distance, words) => {
  expect(distanceText(1_000_000_000_000 + distance, 1_000_000_000_000)).toBe(words)
})

test('a timer’s end is shown in its time zone', () => {
  const text = instantText(Date.parse('2026-07-01T22:00Z'), 'Pacific/Honolulu')
  expect(text).toContain('Jul 1, 2026')
  expect(text).toContain('12:00')
  expect(zoneLabel('Pacific/Honolulu')).toBe('Honolulu')
  expect(zoneLabel(null)).toBe('Your time')
})
