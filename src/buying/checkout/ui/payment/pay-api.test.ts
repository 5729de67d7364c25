import { expect, test } from 'vitest'
import { readAnswer } from './pay-api.ts'

const base = { purchaseId: 'p', secret: 's' }

test.for([
  { ...base, status: 'paid', successMessage: 'Hello', redirectUrl: null, paidWith: 'Visa ending in 4242' },
  { ...base, status: 'requires_action', clientSecret: 'pi_secret' },
  { ...base, status: 'processing', settlesBy: null },
  { ...base, status: 'failed', reason: 'card_declined', message: 'No.', method: 'card' },
] as const)('reads the outcome $status', (outcome) => {
  expect(readAnswer(200, 0, outcome)).toEqual({ kind: 'outcome', outcome })
})

test.for([
  ['an outcome of another kind', 200, { ...base, status: 'shipped' }],
  ['an outcome without its purchase', 200, { status: 'paid' }],
  ['a step without its secret', 200, { ...base, status: 'requires_action' }],
  ['a list', 200, []],
  ['no body', 200, undefined],
  ['a fault of the server', 500, { code: 'internal', message: 'Sorry' }],
  ['a fault of a proxy', 502, '<html>'],
  ['an unreadable 503', 503, '<html>'],
  ['an unreadable refusal', 400, null],
] as const)('%s says nothing about the payment', ([, status, body]) => {
  expect(readAnswer(status, 0, body)).toEqual({ kind: 'no-answer', waitSeconds: 0 })
})

test('a declined card brings its reason', () => {
  const body = { code: 'payment_refused', message: 'No.', details: { reason: 'expired_card' } }
  expect(readAnswer(402, 0, body)).toMatchObject({ kind: 'refused', refusal: { reason: 'expired_card' } })
})

test('a new quote says that the price is another one', () => {
  const body = { code: 'quote_changed', message: 'New price', details: { quote: { token: 't' } } }
  expect(readAnswer(409, 0, body)).toMatchObject({ kind: 'refused', refusal: { isRepriced: true } })
})

test('a payment in progress is looked up by its purchase, or waited for', () => {
  const body = { code: 'payment_in_progress', message: 'Wait' }
  expect(readAnswer(409, 1, { ...body, details: base })).toEqual({
    kind: 'outcome',
    outcome: { ...base, status: 'processing', settlesBy: null },
  })
  expect(readAnswer(409, 1, body)).toEqual({ kind: 'no-answer', waitSeconds: 1 })
})

test('a store that is away says nothing about the payment: it may have gone after the charge', () => {
  const body = { code: 'unavailable', message: 'Try again in a few seconds.' }
  expect(readAnswer(503, 2, body)).toEqual({ kind: 'no-answer', waitSeconds: 2 })
})

test('503 in our own words is a refusal', () => {
  const body = { code: 'provider_unreachable', message: 'You have not been charged.' }
  expect(readAnswer(503, 2, body)).toMatchObject({ kind: 'refused', refusal: { waitSeconds: 2 } })
})
