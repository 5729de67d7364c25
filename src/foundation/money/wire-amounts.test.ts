import { expect, test } from 'vitest'
import { wireAmounts } from './wire-amounts.ts'

test('amounts convert between major and minor units, and invalid ones are reported together', () => {
  const { decode, encode, errors } = wireAmounts('jpy')

  expect([decode('amount', 490), encode(490)]).toEqual([490, 490])
  expect([wireAmounts('usd').decode('amount', 49.9), wireAmounts('usd').encode(4990)]).toEqual([4990, 49.9])
  expect(decode('timers.0.amount', 1.5)).toBeNaN()
  expect(decode('timers.1.amount', 1e9)).toBeNaN()
  expect(errors).toEqual({
    'timers.0.amount': 'amount has more decimals than JPY has',
    'timers.1.amount': 'amount is above the maximum card payment of ¥99,999,999',
  })
})
