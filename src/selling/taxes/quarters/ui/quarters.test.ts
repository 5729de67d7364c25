import { expect, test } from 'vitest'
import { lastDayOf, quartersBefore, ratesText } from './quarters.ts'

test('the quarters up to a day are listed, starting with its own', () => {
  expect(quartersBefore(new Date(2026, 1, 1), 3)).toEqual(['2026-Q1', '2025-Q4', '2025-Q3'])
  expect(quartersBefore(new Date(2026, 11, 31), 1).map(lastDayOf)).toEqual(['2026-12-31'])
})

test('typed exchange rates are sent with a decimal point, and anything but a number is left out', () => {
  expect(ratesText({ usd: ' 1,0832', jpy: '163.2', gbp: '', chf: 'x', kwd: '0' })).toBe(
    'usd:1.0832,jpy:163.2',
  )
})
