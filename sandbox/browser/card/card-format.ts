import { brandRules, longestNumber } from './card-brand.ts'

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** The digits of a card number, cut to its brand's maximum length. */
export function numberDigits(text: string): string {
  const digits = digitsOf(text)
  return digits.slice(0, longestNumber(brandRules(digits)))
}

export function formatNumber(digits: string): string {
  const groups: string[] = []
  let from = 0
  for (const size of brandRules(digits).groups) {
    groups.push(digits.slice(from, from + size))
    from += size
  }
  return groups.filter((group) => group !== '').join(' ')
}

/**
 * The month and year of an expiry date as up to four digits (MMYY), from typed text or a browser's autofill:
 * `5`, `5/30`, `05 / 2030`, `2030-05`. A fifth digit is accepted only while a four-digit year is being typed.
 */
export function expiryDigits(text: string): string {
  const [, isoYear, isoMonth] = /^\s*(\d{4})-(\d{2})\s*$/.exec(text) ?? []
  if (isoYear !== undefined && isoMonth !== undefined) return isoMonth + isoYear.slice(2)
  const [, month, year] = /^\s*(\d{1,2})\s*[/-]\s*(\d{2}|\d{4})\s*$/.exec(text) ?? []
  if (month !== undefined && year !== undefined) return month.padStart(2, '0') + year.slice(-2)
  const digits = digitsOf(text)
  const padded = needsZero(text, digits) ? `0${digits}` : digits
  if (/^\d{2}20\d{2}/.test(padded)) return padded.slice(0, 2) + padded.slice(4, 6)
  return padded.slice(0, /^\d{2}20\d$/.test(padded) ? 5 : 4)
}

/**
 * Whether the month was typed as one digit: no month begins with 2 to 9, 13 can only mean January, and a
 * slash ends the month.
 */
function needsZero(text: string, digits: string): boolean {
  return /^[2-9]/.test(digits) || /^1[3-9]/.test(digits) || /^\s*[1-9]\s*\//.test(text)
}

/** With `isDeleting` the slash is left out, so that the backspace key can move past it. */
export function formatExpiry(digits: string, isDeleting: boolean): string {
  if (digits.length < 2 || (digits.length === 2 && isDeleting)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/** The caret's new position, with as many digits before it as there were before formatting. */
export function caretAfterDigits(text: string, digitCount: number): number {
  if (digitCount === digitsOf(text).length) return text.length
  let seen = 0
  for (let index = 0; index < text.length; index += 1) {
    if (seen === digitCount) return index
    if (/\d/.test(text.charAt(index))) seen += 1
  }
  return text.length
}
