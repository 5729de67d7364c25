import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainFormats, type Formats } from '#foundation/text/formats.ts'
import { decimalsOf, formatAmount, formatDigits, toMajor } from './amount.ts'
import { currencies } from './currencies.ts'
import { readAmount, readDigits, shownAmount } from './read-amount.ts'

test.for([
  ['49.90', 'usd', 49.9],
  ['49,90', 'usd', 49.9],
  ['49,9', 'usd', 49.9],
  [' 7 ', 'usd', 7],
  ['.5', 'usd', 0.5],
  [',5', 'usd', 0.5],
  ['7.', 'usd', 7],
  ['-1', 'usd', -1],
  ['0,500', 'usd', 0.5],
  ['0.500', 'usd', 0.5],
  ['1500', 'usd', 1500],
  ['1,500', 'usd', 1500],
  ['1,234.50', 'usd', 1234.5],
  ['1,234.', 'usd', 1234],
  ['1.234,50', 'eur', 1234.5],
  ['1.234.567', 'eur', 1_234_567],
  ['1 000', 'eur', 1000],
  ['1\u00a0000,5', 'eur', 1000.5],
  ['1\u202f234\u202f567,89', 'eur', 1_234_567.89],
  ["1'000.50", 'chf', 1000.5],
  ['1’000', 'chf', 1000],
  ['1,23,456.78', 'inr', 123_456.78],
  ['12,34,567', 'inr', 1_234_567],
  ['1,500', 'jpy', 1500],
  ['1.500', 'jpy', 1500],
  ['1.500', 'kwd', 1.5],
  ['1,5', 'kwd', 1.5],
  ['1.234,500', 'kwd', 1234.5],
  ['1,234.500', 'kwd', 1234.5],
  ['$49', 'usd', 49],
  ['49 $', 'usd', 49],
  ['$ 1,234.50 USD', 'usd', 1234.5],
  ['US$49', 'usd', 49],
  ['$49', 'cad', 49],
  ['49,90 €', 'eur', 49.9],
  ['EUR 49.90', 'eur', 49.9],
  ['49 eur', 'eur', 49],
  ['CHF 49.–', 'chf', 49],
  ['Fr. 49.90', 'chf', 49.9],
  ['49.-', 'chf', 49],
  ['1.500,--', 'eur', 1500],
  ['49:-', 'sek', 49],
  ['49 kr.', 'sek', 49],
  ['1 234,50 zł', 'pln', 1234.5],
  ['Rs.500', 'inr', 500],
  ['₹1,50,000/-', 'inr', 150_000],
  ['S/.10', 'pen', 10],
  ['د.إ 10', 'aed', 10],
  ['￥500', 'jpy', 500],
  ['500円', 'jpy', 500],
  ['KD 1.500', 'kwd', 1.5],
  ['-$5', 'usd', -5],
  ['$.50', 'usd', 0.5],
  ['１２．５０', 'usd', 12.5],
  ['١٢٫٥٠', 'usd', 12.5],
  ['۱٬۲۳۴٫۵۰', 'usd', 1234.5],
  ['१२.५०', 'usd', 12.5],
  ['12.50\u200b', 'usd', 12.5],
  ['\u202a12.50\u202c', 'usd', 12.5],
  ['49€50', 'eur', 49.5],
  ['1.234€50', 'eur', 1234.5],
  ['$49.00.', 'usd', 49],
  ['USD$49', 'usd', 49],
  ['L100', 'hnl', 100],
  ['EUR49', 'eur', 49],
  ['kr199', 'sek', 199],
  ['Rs500', 'inr', 500],
  ['+49', 'usd', 49],
  ['49.90 soles', 'pen', 49.9],
  ['100 บาท', 'thb', 100],
  ['49 ש"ח', 'ils', 49],
  ['49 ש״ח', 'ils', 49],
  ['', 'usd', null],
] as const)('the amount %j in %s is read as %d', ([typed, currency, major]) => {
  expect(readAmount(typed, currency)).toEqual({ major, problem: null })
})

test.for([
  ['1.500', 'usd', 'This could be two amounts. Enter 1500 or 1.50'],
  ['12.345', 'usd', 'This could be two amounts. Enter 12345 or 12.34'],
  ['$1.500', 'usd', 'This could be two amounts. Enter 1500 or 1.50'],
  ['1,500', 'kwd', 'This could be two amounts. Enter 1500 or 1.500'],
  ['2.345k', 'usd', 'This could be two amounts. Enter 2345 or 2345000'],
  ['1,500k', 'jpy', 'This could be two amounts. Enter 1500 or 1500000'],
] as const)('the ambiguous amount %j in %s is not guessed', ([typed, currency, problem]) => {
  expect(readAmount(typed, currency)).toEqual({ major: null, problem })
})

test.for([
  ['1.5k', 'usd', 1500],
  ['1k', 'usd', 1000],
  ['$5k', 'usd', 5000],
  ['5 K', 'usd', 5000],
  ['5k USD', 'usd', 5000],
  ['5k€', 'eur', 5000],
  ['1,5 k €', 'eur', 1500],
  ['150k', 'idr', 150_000],
  ['150k', 'vnd', 150_000],
  ['₦5k', 'ngn', 5000],
  ['0.25k', 'usd', 250],
  ['1.2345k', 'usd', 1234.5],
  ['1 000k', 'eur', 1_000_000],
  ['K5k', 'pgk', 5000],
  ['5 K', 'pgk', 5],
] as const)('a k after digits means thousands: %j in %s is %d', ([typed, currency, major]) => {
  expect(readAmount(typed, currency)).toEqual({ major, problem: null })
})

test('a k after an amount means thousands in every currency unless that is ambiguous', () => {
  for (const { code } of currencies) {
    const { major, problem } = readAmount('5k', code)
    if (major === null) expect(problem).toBe('This could be two amounts. Enter 5 or 5000')
    else expect(major).toBe(5000)
  }
})

test('no message suggests removing a word that means thousands or millions', { tags: 'long' }, () => {
  for (const { code } of currencies)
    for (const word of 'k m b l t mm mn mio mil mln bn lk cr tr rb jt tys тыс 千 万 億 천 만'.split(' '))
      for (const typed of [`5${word}`, `5 ${word}`, `5${word.toUpperCase()}`, `5${word}.`])
        expect([code, typed, readAmount(typed, code).problem]).not.toEqual([
          code,
          typed,
          expect.stringContaining('without'),
        ])
})

test.for([
  'ten',
  '1e5',
  '1,2,3',
  '1,50.00',
  '10 00',
  '1 0000',
  '1.234,567.89',
  '- ',
  ',',
  '$',
  '1..5',
  '5-',
  '49%',
  '2×49',
  '(5)',
  'l00',
  'O50',
  'from49',
  'abc123',
  'abc.50',
  '49$5',
])('the text %j is not an amount', (typed) => {
  expect(readAmount(typed, 'usd')).toEqual({ major: null, problem: 'Enter a number' })
})

test.for([
  ['€49', 'usd', 'Enter the amount in USD, without “€”'],
  ['49 GBP', 'usd', 'Enter the amount in USD, without “GBP”'],
  ['$49', 'eur', 'Enter the amount in EUR, without “$”'],
  ['49 kr', 'usd', 'Enter the amount in USD, without “kr”'],
  ['EUR49', 'usd', 'Enter the amount in USD, without “EUR”'],
  ['JPY4900', 'usd', 'Enter the amount in USD, without “JPY”'],
  ['kr199', 'usd', 'Enter the amount in USD, without “kr”'],
  ['USD$49', 'eur', 'Enter the amount in EUR, without “USD$”'],
  ['49€50', 'usd', 'Enter the amount in USD, without “€”'],
  ['EUR.50', 'usd', 'Enter the amount in USD, without “EUR.”'],
  ['₽49', 'usd', 'Enter the amount in USD, without “₽”'],
] as const)('an amount in another currency is not converted: %j in %s', ([typed, currency, problem]) => {
  expect(readAmount(typed, currency)).toEqual({ major: null, problem })
})

test('an amount is read from every display format with its currency sign', () => {
  const ways = fc.constantFrom<Formats>(
    plainFormats,
    { ...plainFormats, symbol: 'last', decimal: ',', group: '.' },
    { ...plainFormats, symbol: 'first with space', decimal: ',', group: '\u202f' },
    { ...plainFormats, decimal: '.', group: '’' },
    { ...plainFormats, hasLakhs: true },
  )
  const priced = fc.constantFrom(...currencies).chain(({ code, step, maximum }) =>
    fc.record({
      currency: fc.constant(code),
      minor: fc.integer({ min: 0, max: maximum / step }).map((steps) => steps * step),
    }),
  )
  fc.assert(
    fc.property(priced, ways, ({ currency, minor }, formats) => {
      const read = readDigits(formatAmount(minor, currency, formats), currency, formats.decimal)
      expect(Number(read.digits)).toBe(toMajor(minor, currency))
    }),
    { numRuns: 2000 },
  )
})

test('the digits read from any typed amount form a valid number', { tags: 'long' }, () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.stringMatching(/^[$€ -]{0,3}[\d.,' ]{1,12}[ -€a-z]{0,3}$/),
  )
  fc.assert(
    fc.property(typed, fc.constantFrom(...currencies), (text, { code }) => {
      const { digits } = readDigits(text, code)
      if (digits !== null) expect(digits).toMatch(/^-?(\d+\.?\d*|\.\d+)$/)
    }),
    { numRuns: 500 },
  )
})

test('a lowercase L typed for a one is not read as a currency sign', () => {
  for (const { code } of currencies) expect(readAmount('l00', code).major).toBeNull()
})

test('letters next to an amount are never ignored, with or without a space', () => {
  const letters = fc
    .array(fc.stringMatching(/^[\p{L}\p{M}]$/u), { minLength: 1, maxLength: 6 })
    // A k after the digits means thousands.
    .filter(
      (word) =>
        !/^k$/i.test(
          word
            .join('')
            .normalize('NFKC')
            .replaceAll(/\p{DI}/gu, ''),
        ),
    )
  fc.assert(
    fc.property(
      letters,
      fc.constantFrom(...currencies),
      fc.constantFrom('', ' '),
      (word, { code }, blank) => {
        const name = word.join('')
        const isKnown = readAmount(`${name} 49`, code).problem === null
        const before = readAmount(`${name}${blank}49`, code)
        const after = readAmount(`49${blank}${name}`, code)
        if (isKnown) expect([before.major, after.major]).toEqual([49, 49])
        else expect([before.major, after.major]).toEqual([null, null])
      },
    ),
    { numRuns: 1000 },
  )
})

test('an amount with a currency code is read only in that currency', { tags: 'long' }, () => {
  for (const { code } of currencies)
    for (const other of currencies)
      expect([code, other.code, readAmount(`${other.code.toUpperCase()}49`, code).major]).toEqual([
        code,
        other.code,
        code === other.code ? 49 : null,
      ])
})

test('an amount is read in its display format and as a plain number', () => {
  const priced = fc.constantFrom(...currencies).chain(({ code, step, maximum }) =>
    fc.record({
      currency: fc.constant(code),
      minor: fc.integer({ min: 0, max: maximum / step }).map((steps) => steps * step),
    }),
  )
  fc.assert(
    fc.property(priced, ({ currency, minor }) => {
      const major = toMajor(minor, currency)
      expect(readAmount(formatDigits(minor, currency), currency).major).toBe(major)
      // In currencies with three decimals, a plain number can be ambiguous.
      if (decimalsOf(currency) < 3) expect(readAmount(String(major), currency).major).toBe(major)
    }),
  )
})

test('a dash after an amount without a fraction is accepted, and so is the currency’s Arabic sign', () => {
  expect([readAmount('¥5,000-', 'jpy').major, readAmount('5000ー', 'jpy').problem]).toEqual([
    5000,
    'Enter a number',
  ])
  expect([readAmount('₩5,000-', 'krw').major, readAmount('5,000-', 'usd').major]).toEqual([5000, null])
  expect([readAmount('1.250 د.ك', 'kwd').major, readAmount('1.250 د.ك.\u200f', 'kwd').major]).toEqual([
    1.25, 1.25,
  ])
})

test('an amount that was not typed as a plain number is shown as it was read', () => {
  expect(shownAmount('1,500', 'usd')).toBe('1,500.00')
  expect(shownAmount('1.234,5', 'eur')).toBe('1,234.50')
  expect(shownAmount('1 000', 'jpy')).toBe('1,000')
  expect(shownAmount('49,9', 'usd')).toBe('49.90')
  expect(shownAmount('49.9', 'usd')).toBe('49.9')
  expect(shownAmount('1.500', 'usd')).toBe('1.500')
  expect(shownAmount('ten', 'usd')).toBe('ten')
})
