import { expect, test } from 'vitest'
import { noticeAt, noticeCheckAt } from './notice-days.ts'

const end = new Date('2027-06-30T12:00:00Z')
const usual = { renewalNoticeDays: 14, noticesShortRenewals: false }
const always = { renewalNoticeDays: 14, noticesShortRenewals: true }
const cycle = (billingInterval: number, billingPeriod: 'Daily' | 'Weekly' | 'Monthly' | 'Yearly') => ({
  billingInterval,
  billingPeriod,
  cancelAfter: 0,
})

test.each([
  ['a year', cycle(1, 'Yearly'), usual, [], '2027-06-16'],
  ['half a year', cycle(6, 'Monthly'), usual, [], '2027-06-16'],
  ['half a year in weeks', cycle(26, 'Weekly'), usual, [], '2027-06-16'],
  ['as chosen', cycle(1, 'Yearly'), { ...usual, renewalNoticeDays: 45 }, [], '2027-05-16'],
  ['a shop in the United States', cycle(1, 'Yearly'), usual, ['US', undefined], '2027-05-31'],
  ['a buyer in France', cycle(1, 'Yearly'), usual, ['DE', 'FR'], '2027-05-30'],
  [
    'earlier than the law asks',
    cycle(1, 'Yearly'),
    { ...usual, renewalNoticeDays: 40 },
    ['US'],
    '2027-05-21',
  ],
  ['a month, as chosen', cycle(1, 'Monthly'), always, ['US'], '2027-06-27'],
  ['a week, as chosen', cycle(1, 'Weekly'), always, [], '2027-06-27'],
])('a payment needs this notice: %s', (_, given, chosen, countries, day) => {
  expect(noticeAt(given, end, chosen, countries)?.toISOString().slice(0, 10)).toBe(day)
})

test.each([
  ['a month, if the seller has not asked for it', cycle(1, 'Monthly'), usual],
  ['five months, if the seller has not asked for it', cycle(5, 'Monthly'), usual],
  ['a few days', cycle(6, 'Daily'), always],
  ['installments', { ...cycle(1, 'Yearly'), cancelAfter: 3 }, always],
])('a payment needs no notice: %s', (_, given, chosen) => {
  expect(noticeAt(given, end, chosen, [])).toBeNull()
})

test('the seller’s choice is read before any renewal notice can be due', () => {
  expect(noticeCheckAt(cycle(1, 'Yearly'), end)?.toISOString().slice(0, 10)).toBe('2027-05-16')
  expect(noticeCheckAt(cycle(1, 'Monthly'), end)?.toISOString().slice(0, 10)).toBe('2027-06-27')
  expect(noticeCheckAt({ ...cycle(1, 'Yearly'), cancelAfter: 3 }, end)).toBeNull()
})
