import { expect, test } from 'vitest'
import { amountProblem, priceProblem } from './price-problem.ts'

test.for([
  [0, 'usd', null],
  [0.5, 'usd', null],
  [0.49, 'usd', 'The amount is below the minimum card payment of $0.50'],
  [0.5, 'idr', 'The amount is below the minimum card payment of about Rp\u00a08,200.00'],
  [50, 'clp', 'The amount is below the minimum card payment of about CLP$480'],
  [50, 'vnd', 'The amount is below the minimum card payment of about ₫13,200'],
  [8000, 'idr', null],
  [0.05, 'kwd', 'The amount is below the minimum card payment of about KD\u00a00.150'],
  [1.125, 'kwd', 'card payments in KWD go in steps of 0.010'],
  [1.1255, 'kwd', 'amount has more decimals than KWD has'],
  [1_000_000, 'usd', 'amount is above the maximum card payment of $999,999.99'],
  [99_999_999, 'jpy', null],
  [100_000_000, 'jpy', 'amount is above the maximum card payment of ¥99,999,999'],
  [9_999_999_999.99, 'idr', null],
  [10_000_000_000, 'idr', 'amount is above the maximum card payment of Rp\u00a09,999,999,999.99'],
  [99_999_999.99, 'cop', null],
  [9_999_999.99, 'inr', null],
  [10_000_000, 'inr', 'amount is above the maximum card payment of ₹9,999,999.99'],
  [100_000, 'kwd', 'amount is above the maximum card payment of KD\u00a099,999.990'],
  [1_000_000, 'isk', 'amount is above the maximum card payment of kr\u00a0999,999'],
  [10.5, 'isk', 'amount has more decimals than ISK has'],
] as const)('a price of %s %s has this problem: %s', ([amount, currency, problem]) => {
  expect(priceProblem(amount, currency)).toBe(problem)
})

test('a price that is never charged alone has no minimum', () => {
  expect(amountProblem(0.01, 'usd')).toBeNull()
  expect(amountProblem(0.001, 'usd')).toBe('amount has more decimals than USD has')
})
