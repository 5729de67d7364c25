import { expect, test } from 'vitest'
import { causeText, eventText } from './cause-words.ts'

test('a sale’s history describes causes in plain words', () => {
  expect(causeText('answer to paying')).toBe('Confirmed by Stripe')
  expect(causeText('nothing to pay')).toBe('No payment needed')
  expect(causeText('buyer gave up')).toBe('Abandoned by the buyer')
  expect(causeText('a renewal began before')).toBe('A renewal began before')
  expect(causeText('reconciler: abandoned')).toBe('Checked with Stripe: abandoned')
  expect(causeText('Refund of $9.99')).toBe('Refund of $9.99')
  expect(causeText('')).toBe('')
})

test('a sale’s history shows a dispute’s outcome', () => {
  const cause = 'dispute won: You won the dispute. $58.00 will be returned to you.'

  expect(eventText({ event: 'dispute', cause })).toBe('Dispute won')
  expect(causeText(cause)).toBe('You won the dispute. $58.00 will be returned to you.')
  expect(eventText({ event: 'dispute', cause: 'The bank did not give a reason.' })).toBe('Disputed')
})
