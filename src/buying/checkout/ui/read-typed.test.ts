import { expect, test } from 'vitest'
import { plainFormats } from '#foundation/formats.ts'
import { exampleText, readTyped, typedText } from './read-typed.ts'

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
] as const)('%j in %s is %d', ([typed, currency, minor]) => {
  expect(readTyped(typed, currency, plainFormats)).toBe(minor)
})

test.for([
  ['1.234,50', 'eur'],
  ['1,234.50', 'usd'],
  ['1,500', 'usd'],
  ['1.500', 'usd'],
  ['1 000', 'eur'],
  ["1'000", 'chf'],
  ['12.345', 'usd'],
  ['1.5', 'jpy'],
  ['1,500', 'jpy'],
  ['1,250', 'kwd'],
  ['$5', 'usd'],
  ['5 €', 'eur'],
  ['-5', 'usd'],
  ['1e3', 'usd'],
  ['ten', 'usd'],
  ['', 'usd'],
  ['.', 'usd'],
  ['٥', 'usd'],
  ['1234567890123', 'usd'],
] as const)('%j in %s is asked back', ([typed, currency]) => {
  expect(readTyped(typed, currency, plainFormats)).toBeNull()
})

test('three digits after a mark are a fraction where the page writes it so', () => {
  expect(readTyped('1,250', 'kwd', comma)).toBe(1250)
  expect(readTyped('1.250', 'kwd', comma)).toBeNull()
})

test('an amount stands in the field as it can be typed again', () => {
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
