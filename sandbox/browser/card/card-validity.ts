import { brandRules, longestNumber } from './card-brand.ts'

export type CardProblem =
  | 'incomplete_number'
  | 'invalid_number'
  | 'incomplete_expiry'
  | 'invalid_expiry_month'
  | 'invalid_expiry_month_past'
  | 'invalid_expiry_year'
  | 'invalid_expiry_year_past'
  | 'incomplete_cvc'
  | 'incomplete_zip'

/** Stripe's English texts. */
export const problemMessages = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month: "Your card's expiration month is invalid.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
  incomplete_zip: 'Your postal code is incomplete.',
} as const satisfies Record<CardProblem, string>

export function numberProblem(digits: string): CardProblem | undefined {
  const rules = brandRules(digits)
  if (!rules.lengths.includes(digits.length)) return 'incomplete_number'
  if (rules.brand !== 'unknown' && passesLuhn(digits)) return undefined
  return digits.length === longestNumber(rules) ? 'invalid_number' : 'incomplete_number'
}

/**
 * Checks the last digit of a card number (ISO/IEC 7812): from the right, every second digit is doubled, and
 * the sum must be a multiple of ten.
 */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - place))
    const weighted = place % 2 === 1 ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}

/** Checks an expiry date of four digits, MMYY. The card is valid until the end of that month. */
export function expiryProblem(digits: string, now: Date): CardProblem | undefined {
  if (digits.length !== 4) return 'incomplete_expiry'
  const month = Number(digits.slice(0, 2))
  const year = expiryYear(digits)
  if (month < 1 || month > 12) return 'invalid_expiry_month'
  const thisYear = now.getUTCFullYear()
  if (year < thisYear) return 'invalid_expiry_year_past'
  if (year > thisYear + 50) return 'invalid_expiry_year'
  return year === thisYear && month < now.getUTCMonth() + 1 ? 'invalid_expiry_month_past' : undefined
}

export function expiryYear(digits: string): number {
  return 2000 + Number(digits.slice(2, 4))
}

export function cvcProblem(cvc: string, numberDigits: string): CardProblem | undefined {
  const { brand, cvcLength } = brandRules(numberDigits)
  const isComplete = brand === 'unknown' ? cvc.length >= 3 : cvc.length === cvcLength
  return isComplete ? undefined : 'incomplete_cvc'
}

/** The frame does not know the country, so it rejects only postal codes that are too short in every country. */
export function postalCodeProblem(postalCode: string): CardProblem | undefined {
  return postalCode.trim().length < 3 ? 'incomplete_zip' : undefined
}
