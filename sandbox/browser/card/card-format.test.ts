import { describe, expect, test } from 'vitest'
import { caretAfterDigits, expiryDigits, formatExpiry, formatNumber, numberDigits } from './card-format.ts'

describe('a card number', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424', '4242 4'],
    ['378282246310005', '3782 822463 10005'],
    ['36227206271667', '3622 720627 1667'],
    ['6200000000000005123', '6200 0000 0000 0005 123'],
    ['', ''],
  ])('the card number %s shows as "%s"', (digits, shown) => {
    expect(formatNumber(digits)).toBe(shown)
  })

  test('a pasted card number loses spaces, dashes and extra digits', () => {
    expect(numberDigits(' 4242-4242 4242 4242 99')).toBe('4242424242424242')
  })

  test('the caret keeps its place after a digit when a card number is formatted', () => {
    expect(caretAfterDigits('4242 4242', 4)).toBe(4)
    expect(caretAfterDigits('4242 4242', 5)).toBe(6)
    expect(caretAfterDigits('4242 4242', 8)).toBe(9)
  })
})

describe('an expiry date', () => {
  test.each([
    ['5', '05'],
    ['1', '1'],
    ['12', '12'],
    ['13', '013'],
    ['1/', '01'],
    ['5/30', '0530'],
    ['12 / 30', '1230'],
    ['12/2030', '1230'],
    ['2030-05', '0530'],
    ['122030', '1230'],
    ['12 / 203', '12203'],
    ['12 / 305', '1230'],
    ['', ''],
  ])('an expiry date typed or autofilled as "%s" is read as %s', (text, digits) => {
    expect(expiryDigits(text)).toBe(digits)
  })

  test('an expiry date gets a slash after the month, and the backspace key removes it', () => {
    expect(formatExpiry('1', false)).toBe('1')
    expect(formatExpiry('12', false)).toBe('12 / ')
    expect(formatExpiry('12', true)).toBe('12')
    expect(formatExpiry('1230', true)).toBe('12 / 30')
  })
})
