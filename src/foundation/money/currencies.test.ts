import { expect, test } from 'vitest'
import { currencies, currencyOf, isCurrencyCode } from './currencies.ts'
import { aboutHalfDollar, listedMinimums } from './minimums.ts'

test('the list has about 110 distinct currencies and begins with usd', () => {
  const codes = currencies.map(({ code }) => code)
  expect(codes.length).toBeGreaterThanOrEqual(105)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes[0]).toBe('usd')
})

test('every currency has a lowercase code, a symbol, a name and a chargeable minimum', () => {
  for (const { code, symbol, name, step, minimum } of currencies) {
    expect(code).toMatch(/^[a-z]{3}$/)
    expect(symbol).not.toBe('')
    expect(name).not.toBe('')
    expect(minimum).toBeGreaterThan(0)
    expect(Math.ceil(minimum / step) * step).toBeGreaterThanOrEqual(minimum)
  }
})

/** The decimals that Stripe uses, which can differ from the currency's. */
// Proves minor-units.
test.for([
  ['usd', 2, 1],
  ['jpy', 0, 1],
  ['krw', 0, 1],
  ['kwd', 3, 10],
  ['bhd', 3, 10],
  ['huf', 2, 1],
  ['twd', 2, 1],
  ['isk', 2, 100],
  ['ugx', 2, 100],
] as const)('%s has %d decimals with Stripe, in steps of %d', ([code, exponent, step]) => {
  expect(currencyOf(code)).toMatchObject({ exponent, step })
})

test('an unknown currency code is rejected', () => {
  expect(isCurrencyCode('usd')).toBe(true)
  expect(isCurrencyCode('USD')).toBe(false)
  expect(isCurrencyCode('__proto__')).toBe(false)
  expect(() => currencyOf('xxx')).toThrow('Unknown currency "xxx"')
})

test('every currency has exactly one smallest charge, either listed by Stripe or estimated', () => {
  for (const { code, smallest, minimum } of currencies) {
    expect([code, code in listedMinimums, code in aboutHalfDollar]).toEqual([
      code,
      code in listedMinimums,
      !(code in listedMinimums),
    ])
    expect(smallest).toBeGreaterThanOrEqual(minimum)
  }
})
