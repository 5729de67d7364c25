import { expect, test } from 'vitest'
import { daySpans } from './day-spans.ts'

test('months and years begin and end on their own days, also around New Year and in a leap year', () => {
  const spansOf = (now: Date) => daySpans(now).map(({ from, to }) => `${from} ${to}`.trim())

  expect(spansOf(new Date(2028, 0, 31, 23, 59))).toEqual([
    '2028-01-01 2028-01-31',
    '2027-12-01 2027-12-31',
    '2028-01-01 2028-12-31',
    '2027-01-01 2027-12-31',
    '',
  ])
  expect(spansOf(new Date(2028, 2, 1)).slice(0, 2)).toEqual([
    '2028-03-01 2028-03-31',
    '2028-02-01 2028-02-29',
  ])
})
