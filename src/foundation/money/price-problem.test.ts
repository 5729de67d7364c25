import { expect, test } from 'vitest'
import { amountProblem, priceProblem } from './price-problem.ts'

test.for([
  [0, 'usd', null],
  [0.5, 'usd', null],
  [0.49, 'usd', 'amount is below the minimum card payment of $0.50'],
  [0.5, 'idr', 'amount is below the minimum card payment of about Rp\u00a08,200.00'],
  [50, 'clp', 'amount is below the minimum card payment of about CLP$480'],
  [50, 'vnd', 'amount is below the minimum card payment of about ₫13,200'],
  [8000, 'idr', null],
  [0.05, 'kwd', 'amount is below the minimum card payment of about KD\u00a00.150'],
  [1.125, 'kwd', 'card payments in KWD go in steps of 0.010'],
  [1.1255, 'kwd', 'amount has more decimals than KWD has'],
  [10.5, 'isk', 'amount has more decimals than ISK has'],
] as const)('a price of %s %s: %s', ([amount, currency, problem]) => {
  expect(priceProblem(amount, currency)).toBe(problem)
})

test('what is never charged alone may be as small as can be written', () => {
  expect(amountProblem(0.01, 'usd')).toBeNull()
  expect(amountProblem(0.001, 'usd')).toBe('amount has more decimals than USD has')
})
