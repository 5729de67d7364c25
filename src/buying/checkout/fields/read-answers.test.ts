import { expect, test } from 'vitest'
import type { FieldKind } from '#foundation/db/tables/form-content.ts'
import { isCardNumber, readAnswers } from './read-answers.ts'

const field = (kind: FieldKind, slug = 'asked') => ({
  slug,
  kind,
  isRequired: false,
  options: ['S', 'M', 'L'].map((value) => ({ value, label: `Size ${value}` })),
})

const answerTo = (kind: FieldKind, given: unknown) =>
  readAnswers([field(kind)], { asked: given }).answers['asked']
const problemOf = (kind: FieldKind, given: unknown) =>
  readAnswers([field(kind)], { asked: given }).problems['asked']

test('answers are read according to their kind, no matter how they were typed', () => {
  expect(answerTo('text', '  Anna\nLee ')).toBe('Anna Lee')
  expect(answerTo('long_text', ' two\nlines ')).toBe('two\nlines')
  expect(answerTo('phone', '+49 (0)151 / 234')).toBe('+49 (0)151 / 234')
  expect(answerTo('phone', '０３０-１２３４５')).toBe('030-12345')
  expect(answerTo('number', '7,5')).toBe(7.5)
  expect(answerTo('number', -3)).toBe(-3)
  expect(answerTo('date', '2026-02-28')).toBe('2026-02-28')
  expect(answerTo('choice', 'M')).toBe('M')
  expect(answerTo('choices', ['L', 'S', ''])).toEqual(['S', 'L'])
  expect(answerTo('choices', 'L')).toEqual(['L'])
  expect(answerTo('checkbox', 'true')).toBe(true)
})

test('a phone number is read in all the ways people write, copy and dictate it', () => {
  const read = (typed: string) => answerTo('phone', typed) ?? problemOf('phone', typed)
  const numbers = {
    '(212) 555-0142': '(212) 555-0142',
    '(030) 901820': '(030) 901820',
    '+49\u2011170\u20111234567': '+49-170-1234567',
    '0170\u20131234567': '0170-1234567',
    '\u202a+1\u00a0(415)\u00a0555\u20110132\u202c': '+1 (415) 555-0132',
    'tel:+4930901820': '+4930901820',
    'Tel. 030 901820': '030 901820',
    'WhatsApp: +55 11 91234-5678': '+55 11 91234-5678',
    '電話03-1234-5678': '03-1234-5678',
    '☎ +43 1 234567': '+43 1 234567',
    '+1 212 555 0142 ext. 12': '+1 212 555 0142 ext. 12',
    '+1 212 555 0142;ext=12': '+1 212 555 0142;ext=12',
    '212-555-0142 x12': '212-555-0142 x12',
    '+7 495 123-45-67 доб. 3': '+7 495 123-45-67 доб. 3',
    '010-1234-5678 (엄마)': '010-1234-5678 (엄마)',
    '966 50 123 4567+': '+966 50 123 4567',
    '06.12.34.56.78': '06.12.34.56.78',
  }

  expect(Object.fromEntries(Object.keys(numbers).map((typed) => [typed, read(typed)]))).toEqual(numbers)
  for (const other of [
    'anna1@example.com',
    'AB12345',
    'on 5 May at 12',
    '1'.repeat(21),
    'https://a.example/12345',
  ])
    expect([other, read(other)]).toEqual([other, 'Enter a valid phone number'])
  expect(read('Visa (4242) 4242-4242/4242')).toMatch(/^This looks like a card number/)
})

test('an empty answer counts as no answer, and is an error only where one is required', () => {
  const kinds = ['text', 'long_text', 'phone', 'number', 'date', 'choice', 'choices', 'checkbox'] as const
  for (const kind of kinds)
    for (const given of [undefined, '', false, []]) {
      const asked = { ...field(kind), isRequired: true }
      expect(readAnswers([field(kind)], { asked: given })).toEqual({ answers: {}, problems: {} })
      expect(readAnswers([asked], { asked: given }).problems).toEqual({ asked: 'This field is required' })
    }
})

test('an answer of the wrong kind gets an error that explains what to enter', () => {
  expect(problemOf('text', 'x'.repeat(201))).toBe('Enter 200 characters or fewer')
  expect(problemOf('phone', 'ask my assistant')).toBe('Enter a valid phone number')
  expect(problemOf('phone', '12')).toBe('Enter a valid phone number')
  expect(problemOf('number', 'ten')).toBe('Enter a number')
  expect(problemOf('date', '2026-02-30')).toBe('Enter a valid date')
  expect(problemOf('date', '28.02.2026')).toBe('Enter a valid date')
  expect(problemOf('choice', 'XXL')).toBe('Choose one of the listed values')
  expect(problemOf('choices', ['S', 'XXL'])).toBe('Choose one of the listed values')
})

test('answers to questions that the form does not ask are ignored', () => {
  expect(readAnswers([field('text', 'name_tag')], { name_tag: 'Bea', old: 'gone', toString: 'x' })).toEqual({
    answers: { name_tag: 'Bea' },
    problems: {},
  })
})

// Proves card-in-answer.
test('a card number is rejected in any kind of text answer', () => {
  for (const number of [
    '4242424242424242',
    '4242 4242 4242 4242',
    '3782-822463-10005',
    '5555.5555.5555.4444',
  ])
    for (const text of [number, `my card is ${number}, thanks`])
      expect([text, isCardNumber(text)]).toEqual([text, true])
  expect(isCardNumber('４２４２ ４２４２ ４２４２ ４２４２')).toBe(true)
  for (const kind of ['text', 'long_text', 'phone', 'number'] as const)
    expect(problemOf(kind, '4242 4242 4242 4242')).toMatch(/^This looks like a card number/)
})

test('other long numbers are accepted', () => {
  for (const text of ['4242424242424241', '+4915123456784', '978-3-16-148410-0', '12345678', '1'.repeat(30)])
    expect([text, isCardNumber(text)]).toEqual([text, false])
})
