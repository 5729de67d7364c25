import { expect, test } from 'vitest'
import { countdownText, distanceText, instantText, zoneLabel } from './timer-texts.ts'

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

test('the time left is counted down to the minute', () => {
  const texts = [90 * minute + 3 * 1440 * minute, 61 * minute, 12 * minute, 500].map(countdownText)
  expect(texts).toEqual(['3 d 1 h 30 min', '1 h 1 min', '12 min', '1 min'])
})
