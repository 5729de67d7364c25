import { brandRules, longestNumber } from './card-brand.ts'
import type { FieldRules } from './card-field.ts'
import {
  caretAfterDigits,
  digitsOf,
  expiryDigits,
  formatExpiry,
  formatNumber,
  numberDigits,
} from './card-format.ts'
import { cvcProblem, expiryProblem, numberProblem, postalCodeProblem } from './card-validity.ts'

export const numberRules: FieldRules = {
  read: numberDigits,
  format: formatNumber,
  problem: numberProblem,
  isFull: (digits) => digits.length === longestNumber(brandRules(digits)),
  caret: (text, before) => caretAfterDigits(text, digitsOf(before).length),
}

export function expiryRules(now: Date): FieldRules {
  return {
    read: expiryDigits,
    format: formatExpiry,
    problem: (digits) => expiryProblem(digits, now),
    isFull: (digits) => digits.length === 4,
    caret: (text, before) => caretAfterDigits(text, expiryDigits(before).length),
  }
}

/** The security code's length depends on the card number. */
export function cvcRules(cardNumber: () => string): FieldRules {
  return {
    read: (text) => digitsOf(text).slice(0, brandRules(cardNumber()).cvcLength),
    format: (digits) => digits,
    problem: (digits) => cvcProblem(digits, cardNumber()),
    isFull: (digits) => digits.length === brandRules(cardNumber()).cvcLength,
    caret: (text, before) => caretAfterDigits(text, digitsOf(before).length),
  }
}

export const postalCodeRules: FieldRules = {
  read: (text) => text.slice(0, 16),
  format: (text) => text,
  problem: postalCodeProblem,
  isFull: () => false,
  caret: (text, before) => Math.min(text.length, before.length),
}
