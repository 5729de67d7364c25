import { expect, test } from 'vitest'
import { changedIntention, intentionOf } from './intention.ts'

const payment = { mode: 'payment', currency: 'eur', amount: 5800 }

test('a card-only group of elements has no intent settings', () => {
  expect(intentionOf(undefined)).toBeUndefined()
  expect(intentionOf({ locale: 'de' })).toBeUndefined()
})

test('a payment saves its method only on request, and a subscription always does', () => {
  expect(intentionOf(payment)).toMatchObject({ setupFutureUsage: null, paymentMethodOptions: {} })
  expect(intentionOf({ ...payment, mode: 'subscription' })).toMatchObject({ setupFutureUsage: 'off_session' })
})

test('a change keeps the mode and all other options', () => {
  const appearance = { variables: { colorPrimary: '#123456' } }
  const before = intentionOf({ ...payment, appearance, excludedPaymentMethodTypes: ['ideal'] })
  expect(changedIntention(before, { amount: 6100, mode: 'setup' })).toEqual({ ...before, amount: 6100 })
})

test.each([
  [{ ...payment, mode: 'gift' }, /mode/],
  [{ ...payment, currency: 'EUR' }, /currency/],
  [{ ...payment, amount: 58.5 }, /amount/],
  [{ ...payment, amount: 0 }, /amount/],
  [{ ...payment, setupFutureUsage: 'always' }, /setupFutureUsage/],
  [{ ...payment, paymentMethodTypes: ['card'] }, /allowedPaymentMethodTypes/],
  [{ ...payment, allowedPaymentMethodTypes: 'card' }, /allowedPaymentMethodTypes/],
])('the options %j throw because the page made a mistake', (options, message) => {
  expect(() => intentionOf(options)).toThrow(message)
})

test('an appearance value that could load something is left out', () => {
  const variables = { colorPrimary: 'url(//evil.example)', fontFamily: 'Georgia, serif', 'a;b': 'red' }
  expect(intentionOf({ ...payment, appearance: { variables } })?.variables).toEqual({
    fontFamily: 'Georgia, serif',
  })
})
