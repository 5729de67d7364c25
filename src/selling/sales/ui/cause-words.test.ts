import { expect, test } from 'vitest'
import { causeText } from './cause-words.ts'

test('the history of a sale says who did something, in plain words', () => {
  expect(causeText('answer to paying')).toBe('The card provider’s answer')
  expect(causeText('nothing to pay')).toBe('There was nothing to pay')
  expect(causeText('reconciler: abandoned')).toBe('Checked with the card provider: abandoned')
  expect(causeText('Refund of $9.99')).toBe('Refund of $9.99')
  expect(causeText('')).toBe('')
})
