import { expect, test } from 'vitest'
import { daySpans } from './day-spans.ts'

test('month and year spans are correct in a time zone around New Year and leap days', () => {
  const spansOf = (now: Date) =>
    daySpans(now, 'America/Chicago').map(({ from, to }) => `${from} ${to}`.trim())

  expect(spansOf(new Date('2028-02-01T05:59Z'))).toEqual([
    '2028-01-01 2028-01-31',
    '2027-12-01 2027-12-31',
    '2028-01-01 2028-12-31',
    '2027-01-01 2027-12-31',
    '',
  ])
  expect(spansOf(new Date('2028-03-01T06:00Z')).slice(0, 2)).toEqual([
    '2028-03-01 2028-03-31',
    '2028-02-01 2028-02-29',
  ])
})
