import { expect, test } from 'vitest'
import { plainFormats } from '#foundation/text/formats.ts'
import { exampleText, plainTyped, typedText } from '#buying/checkout/ui/price/open-amount.tsx'
import { readTyped } from './read-typed.ts'

const comma = { ...plainFormats, decimal: ',', group: '.' }

test.for([
  ['25', 'usd', 2500],
  [' 12.5 ', 'usd', 1250],
  ['12,50', 'usd', 1250],
  ['0', 'usd', 0],
  ['7.', 'usd', 700],
  ['0500', 'jpy', 500],
  ['1.25', 'kwd', 1250],
  ['1.250', 'kwd', 1250],
  ['600', 'isk', 60_000],
] as const)(
  'the entered amount %j in %s is read as %d before and after late scripts load',
  ([typed, currency, minor]) => {
    expect(plainTyped(typed, currency, plainFormats)).toBe(minor)
    expect(readTyped(typed, currency, plainFormats)).toBe(minor)
  },
)

test.for([
  ['1.234,50', 'eur', 123_450],
  ['1,234.50', 'usd', 123_450],
  ['1,500', 'usd', 150_000],
  ['1 000', 'eur', 100_000],
  ["1'000", 'chf', 100_000],
  ['1,500', 'jpy', 1500],
  ['0.500', 'usd', 50],
  ['.5', 'usd', 50],
  ['$5', 'usd', 500],
  ['5 €', 'eur', 500],
  ['USD 5', 'usd', 500],
  ['٥', 'usd', 500],
  ['１２．５０', 'usd', 1250],
  ['12.50\u200b', 'usd', 1250],
  ['49.–', 'chf', 4900],
] as const)(
  'the entered amount %j in %s is read as %d after late scripts load',
  ([typed, currency, minor]) => {
    expect(plainTyped(typed, currency, plainFormats)).toBeNull()
    expect(readTyped(typed, currency, plainFormats)).toBe(minor)
  },
)

test.for([
  ['1.500', 'usd', 'This could be two amounts. Enter 1500 or 1.50'],
  ['12.345', 'usd', 'This could be two amounts. Enter 12345 or 12.34'],
  ['1,250', 'kwd', 'This could be two amounts. Enter 1250 or 1.250'],
  ['5 €', 'usd', 'Enter the amount in USD, without “€”'],
  ['1.5', 'jpy', ''],
  ['1.2345', 'usd', ''],
  ['-5', 'usd', ''],
  ['1e3', 'usd', ''],
  ['ten', 'usd', ''],
  ['.', 'usd', ''],
  ['1234567890123', 'usd', ''],
] as const)('the entered amount %j in %s must be entered again', ([typed, currency, problem]) => {
  expect(plainTyped(typed, currency, plainFormats)).toBeNull()
  expect(readTyped(typed, currency, plainFormats)).toBe(problem)
})

test('three digits after a separator are read the way the page formats numbers', () => {
  expect(readTyped('1,250', 'kwd', comma)).toBe(1250)
  expect(plainTyped('1,250', 'kwd', comma)).toBe(1250)
  expect(plainTyped('1.250', 'kwd', comma)).toBeNull()
  expect(readTyped('1.250', 'kwd', comma)).toMatch(/two amounts/)
  expect(readTyped('1.250', 'eur', comma)).toBe(125_000)
  expect(readTyped('1,250', 'eur', comma)).toBe('This could be two amounts. Enter 1250 or 1,25')
})

test('the amount field shows amounts in a form that buyers can type', () => {
  expect(typedText(2500, 'usd', plainFormats)).toBe('25')
  expect(typedText(123_450, 'usd', comma)).toBe('1234,50')
  expect(typedText(60_000, 'isk', plainFormats)).toBe('600')
  expect(typedText(100_000, 'jpy', plainFormats)).toBe('100000')
  for (const [currency, example] of [
    ['usd', '1234.50'],
    ['jpy', '1234'],
    ['kwd', '1234.500'],
    ['isk', '1234'],
  ] as const) {
    expect(exampleText(currency, plainFormats)).toBe(example)
  }
})
