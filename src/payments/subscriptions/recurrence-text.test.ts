import { expect, test } from 'vitest'
import { recurrenceText } from './recurrence-text.ts'

test.each([
  ['Monthly', 1, 3, '$49.00 every month, 3 payments in total; ends automatically on 20 Feb 2027'],
  ['Weekly', 2, 0, '$49.00 every 2 weeks until you cancel'],
  ['Daily', 1, 0, '$49.00 every day until you cancel'],
  ['Yearly', 1, 1, '$49.00 for 1 year, 1 payment in total; ends automatically on 20 Nov 2027'],
] as const)(
  'a %s price every %i with %i payments reads "%s"',
  (billingPeriod, billingInterval, cancelAfter, words) => {
    const anchor = Date.parse('2026-11-20T23:59:59Z')

    expect(recurrenceText({ billingPeriod, billingInterval, cancelAfter }, '$49.00', anchor)).toBe(words)
  },
)
