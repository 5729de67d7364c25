import { expect, test } from 'vitest'
import { paymentMessages } from '#payments/purchases/messages.ts'
import type { Refusal } from './pay-api.ts'
import { isAgain } from './problem.ts'
import { problemOfRefusal, problemOfDecline } from './refusal.ts'

test.for([
  ['insufficient_funds', 'another-card', 'Try another card.'],
  ['card_velocity_exceeded', 'another-card', 'Try another card.'],
  ['expired_card', 'correct-card', 'Please correct it and try again.'],
  ['incorrect_cvc', 'correct-card', 'Please correct it and try again.'],
  ['incorrect_number', 'correct-card', 'Please correct it and try again.'],
  ['processing_error', 'retry', 'Try again in a moment.'],
  ['generic_decline', 'another-card', 'Try again or use another card.'],
  ['an_unknown_reason', 'another-card', 'Try again or use another card.'],
] as const)('a decline for %s suggests this next step: %s', ([reason, nextStep, advice]) => {
  const told = 'What the provider says.'
  expect(problemOfDecline(reason, told)).toMatchObject({ at: 'card', message: told, nextStep, advice })
})

test.for(['lost_card', 'stolen_card', 'fraudulent', 'pickup_card'])(
  'a buyer does not see the decline reason %s',
  (reason) => {
    const { message, advice } = problemOfDecline(reason, 'Your card was reported stolen.')
    expect(message).toBe('Your card was declined.')
    expect(advice).toBe('Try again or use another card.')
  },
)

test('a failed authentication can be tried again', () => {
  const found = problemOfDecline('payment_intent_authentication_failure', 'Choose a different method.')
  expect(found.message).toBe('Your bank could not verify you. You have not been charged.')
  expect(found.advice).toBe('Try again or use another payment method.')
  expect(found.nextStep).toBe('retry')
})

test('a failed bank payment without a card does not say that the buyer could not be verified', () => {
  const found = problemOfDecline('payment_intent_authentication_failure', 'Choose another one.', 'ideal')
  expect(found.message).toBe('Your bank did not complete the payment. You have not been charged.')
})

test('a decline without a message gets a default one', () => {
  expect(problemOfDecline('', '').message).toBe(paymentMessages.failed)
})

const refusal = (services: Partial<Refusal> & { readonly status: number }): Refusal => ({
  code: 'code',
  message: 'What the server says.',
  errors: {},
  isRepriced: false,
  reason: 'code',
  waitSeconds: 0,
  challenge: '',
  ...services,
})

test.for([
  [403, 'none'],
  [404, 'reload'],
  [409, 'retry'],
  [422, 'correct-fields'],
  [429, 'retry'],
  [503, 'retry'],
] as const)('a rejection with status %d suggests this next step: %s', ([status, nextStep]) => {
  expect(problemOfRefusal(refusal({ status }))).toMatchObject({
    message: 'What the server says.',
    nextStep,
  })
})

test('a buyer of an ended or sold-out form is asked to reload, but not one of a deleted form', () => {
  const stepAfter = (code: string) => problemOfRefusal(refusal({ status: 410, code })).nextStep
  expect(['offer_ended', 'sold_out', 'form_deleted'].map(stepAfter)).toEqual(['reload', 'reload', 'none'])
})

test('a buyer who has confirmed buying again is not asked again after a rejected trial, unless the email changed', () => {
  expect(isAgain('buy-again', null, 'a@example.com')).toBe(true)
  expect(isAgain('without-trial', 'a@example.com', 'a@example.com')).toBe(true)
  for (const other of [
    ['without-trial', null],
    ['without-trial', 'b@example.com'],
    ['retry', 'a@example.com'],
  ] as const)
    expect(isAgain(other[0], other[1], 'a@example.com')).toBe(false)
})

test('status 402 is shown as a decline with its reason', () => {
  const declined = refusal({ status: 402, reason: 'insufficient_funds' })
  expect(problemOfRefusal(declined)).toEqual(problemOfDecline('insufficient_funds', declined.message))
})

test('invalid fields are marked, and other errors suggest a reload', () => {
  const errors = { email: 'Email is not valid' }
  expect(problemOfRefusal(refusal({ status: 422, errors }))).toMatchObject({ fields: errors })
  const gone = { bumps: 'This order bump is no longer part of the form' }
  expect(problemOfRefusal(refusal({ status: 422, errors: { ...errors, ...gone } }))).toMatchObject({
    message: gone.bumps,
    fields: errors,
    nextStep: 'reload',
  })
})

test('a decline with a waiting time says how long to wait', () => {
  const declined = refusal({ status: 402, reason: 'insufficient_funds', waitSeconds: 45 })
  expect(problemOfRefusal(declined)).toMatchObject({
    advice: 'Try another card. You can try again in 45 seconds.',
    waitSeconds: 45,
  })
})

test('after too many attempts the page shows the waiting time from the server', () => {
  expect(problemOfRefusal(refusal({ status: 429, waitSeconds: 301 }))).toMatchObject({
    advice: 'You have not been charged. You can try again in 6 minutes.',
    waitSeconds: 301,
  })
})
