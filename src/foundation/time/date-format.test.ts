import { expect, test } from 'vitest'
import { dateFormat } from './date-format.ts'

test.each([
  ['en-US', 'Nov 22, 2026, 6:35 PM', 'November 22', '6 PM'],
  ['en-GB', '22 Nov 2026, 18:35', '22 November', '18:35'],
  ['de-DE', '22 Nov 2026, 18:35', '22 November', '18:35'],
  ['en-IN', '22 Nov 2026, 6:35 pm', '22 November', '6 pm'],
  ['nonsense-', 'Nov 22, 2026, 6:35 PM', 'November 22', '6 PM'],
])('a back office read in %s writes a time as %s', (reader, moment, day, hour) => {
  const text = (options: Intl.DateTimeFormatOptions) =>
    dateFormat({ ...options, timeZone: 'UTC' }, reader)
      .format(Date.UTC(2026, 10, 22, 18, 35))
      .replaceAll('\u202f', ' ')

  expect(text({ dateStyle: 'medium', timeStyle: 'short' })).toBe(moment)
  expect(text({ month: 'long', day: 'numeric' })).toBe(day)
  expect(text({ hour: 'numeric' })).toBe(hour)
})
