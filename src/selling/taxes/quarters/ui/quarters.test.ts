import { expect, test } from 'vitest'
import { isRate, lastDayOf, quartersBefore, ratesText } from './quarters.ts'

test('the quarters up to a day are listed, starting with its own', () => {
  expect(quartersBefore(new Date(2026, 1, 1), 3)).toEqual(['2026-Q1', '2025-Q4', '2025-Q3'])
  expect(quartersBefore(new Date(2026, 11, 31), 1).map(lastDayOf)).toEqual(['2026-12-31'])
})

test('typed exchange rates are sent with a decimal point, without the empty ones', () => {
  expect(ratesText({ usd: ' 1,0832', jpy: '163.2', gbp: '' })).toBe('usd:1.0832,jpy:163.2')
})

test('anything but a number above zero is not an exchange rate', () => {
  const typed = ['', ' 1,0832 ', '163.2', 'x', '0', '-1', '1.2.3', '1e3']
  expect(typed.filter(isRate)).toEqual(['', ' 1,0832 ', '163.2'])
})
