import { describe, expect, test } from 'vitest'
import { brandRules } from './card-brand.ts'
import { cvcProblem, expiryProblem, numberProblem, passesLuhn, postalCodeProblem } from './card-validity.ts'

describe('a card number', () => {
  test.each([
    ['4242424242424242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['2720990000000007', 'mastercard'],
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
    ['3056930009020004', 'diners'],
    ['36227206271667', 'diners'],
    ['3566002020360505', 'jcb'],
    ['6200000000000005', 'unionpay'],
  ])('the card number %s is complete and its brand is %s', (digits, brand) => {
    expect(brandRules(digits).brand).toBe(brand)
    expect(numberProblem(digits)).toBeUndefined()
  })

  test.each(['222', '2721', '9', ''])('a card number beginning with "%s" has no known brand', (digits) => {
    expect(brandRules(digits).brand).toBe('unknown')
  })

  test.each([
    ['', 'incomplete_number'],
    ['424242424242424', 'incomplete_number'],
    ['4242424242424241', 'invalid_number'],
    ['378282246310006', 'invalid_number'],
    ['9999999999999995', 'invalid_number'],
    ['6200000000000006', 'incomplete_number'],
    ['6200000000000000001', 'invalid_number'],
  ])('the card number "%s" is rejected as %s', (digits, problem) => {
    expect(numberProblem(digits)).toBe(problem)
  })

  test('a card number with one wrong digit fails the check', () => {
    const digits = '4242424242424242'
    for (let place = 0; place < digits.length; place += 1) {
      const other = (Number(digits.charAt(place)) + 1) % 10
      expect(passesLuhn(digits.slice(0, place) + String(other) + digits.slice(place + 1))).toBe(false)
    }
  })
})

describe('an expiry date in November 2026', () => {
  const now = new Date('2026-11-20T10:00:00Z')

  test.each([
    ['1126', undefined],
    ['0134', undefined],
    ['112', 'incomplete_expiry'],
    ['12203', 'incomplete_expiry'],
    ['1326', 'invalid_expiry_month'],
    ['0030', 'invalid_expiry_month'],
    ['1026', 'invalid_expiry_month_past'],
    ['1225', 'invalid_expiry_year_past'],
    ['1277', 'invalid_expiry_year'],
  ])('an expiry date of %s has the problem %s', (digits, problem) => {
    expect(expiryProblem(digits, now)).toBe(problem)
  })
})

test('American Express has a four-digit security code, other brands three digits', () => {
  expect(cvcProblem('123', '4242424242424242')).toBeUndefined()
  expect(cvcProblem('12', '4242424242424242')).toBe('incomplete_cvc')
  expect(cvcProblem('123', '378282246310005')).toBe('incomplete_cvc')
  expect(cvcProblem('1234', '378282246310005')).toBeUndefined()
  expect(cvcProblem('123', '')).toBeUndefined()
})

test('a two-character postal code is incomplete', () => {
  expect(postalCodeProblem('12 ')).toBe('incomplete_zip')
  expect(postalCodeProblem('SW1A 1AA')).toBeUndefined()
})
