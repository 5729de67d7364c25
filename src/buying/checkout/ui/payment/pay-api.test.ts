import { expect, test } from 'vitest'
import { readAnswer } from './pay-api.ts'

const base = { purchaseId: 'p', secret: 's' }

test.for([
  { ...base, status: 'paid', successMessage: 'Hello', redirectUrl: null, paidWith: 'Visa ending in 4242' },
  { ...base, status: 'requires_action', clientSecret: 'pi_secret' },
  { ...base, status: 'processing', settlesBy: null },
  { ...base, status: 'failed', reason: 'card_declined', message: 'No.', method: 'card' },
] as const)('a payment response with the status $status is read', (outcome) => {
  expect(readAnswer(200, 0, outcome)).toEqual({ kind: 'outcome', outcome })
})

test.for([
  ['an unknown kind of outcome', 200, { ...base, status: 'shipped' }],
  ['an outcome without a purchase', 200, { status: 'paid' }],
  ['an authentication without its secret', 200, { ...base, status: 'requires_action' }],
  ['a list', 200, []],
  ['no body', 200, undefined],
  ['a server error', 500, { code: 'internal', message: 'Sorry' }],
  ['a proxy error', 502, '<html>'],
  ['an unreadable 503', 503, '<html>'],
  ['an unreadable rejection', 400, null],
] as const)('%s leaves the payment’s outcome unknown', ([, status, body]) => {
  expect(readAnswer(status, 0, body)).toEqual({ kind: 'no-answer', waitSeconds: 0 })
})

test('the response for a declined card contains the reason', () => {
  const body = { code: 'payment_refused', message: 'No.', details: { reason: 'expired_card' } }
  expect(readAnswer(402, 0, body)).toMatchObject({ kind: 'refused', refusal: { reason: 'expired_card' } })
})

test('an error with a new quote is read as a price change', () => {
  const body = { code: 'quote_changed', message: 'New price', details: { quote: { token: 't' } } }
  expect(readAnswer(409, 0, body)).toMatchObject({ kind: 'refused', refusal: { isRepriced: true } })
})

test('a payment in progress is read as its purchase or as a waiting time', () => {
  const body = { code: 'payment_in_progress', message: 'Wait' }
  expect(readAnswer(409, 1, { ...body, details: base })).toEqual({
    kind: 'outcome',
    outcome: { ...base, status: 'processing', settlesBy: null },
  })
  expect(readAnswer(409, 1, body)).toEqual({ kind: 'no-answer', waitSeconds: 1 })
})

test('an unavailable server leaves the outcome unknown because it may already have charged', () => {
  const body = { code: 'unavailable', message: 'Try again in a few seconds.' }
  expect(readAnswer(503, 2, body)).toEqual({ kind: 'no-answer', waitSeconds: 2 })
})

test('a 503 response with the product’s own error code means that nothing was charged', () => {
  const body = { code: 'provider_unreachable', message: 'You have not been charged.' }
  expect(readAnswer(503, 2, body)).toMatchObject({ kind: 'refused', refusal: { waitSeconds: 2 } })
})
