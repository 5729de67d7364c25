import { decimalsOf, formatDigits, parseAmount } from './amount.ts'

/** What somebody typed as an amount: in major units, or why it is none; nothing typed is null. */
export type ReadAmount =
  | { readonly major: number | null; readonly problem: null }
  | { readonly major: null; readonly problem: string }

/** Blanks and the apostrophe of Switzerland, which only ever group digits. */
const blanks = /[\s'’]/g

const notANumber = 'This field must be a number'

/**
 * Reads an amount in whatever way people write it: 1,234.50 and 1.234,50, 1 000 and 1'000, and 49,90. A mark before
 * exactly three digits groups them where the currency has no three decimals; what can still be read in two ways, such as
 * 1.500 in dollars, is not guessed.
 */
export function readAmount(typed: string, currency: string): ReadAmount {
  const text = typed.trim().replaceAll(blanks, ' ')
  if (text === '') return { major: null, problem: null }
  const [, sign = '', digits = ''] = /^([-−]?) ?(.*)$/.exec(text) ?? []
  const plain = plainOf(digits, decimalsOf(currency))
  if (typeof plain !== 'string') {
    return { major: null, problem: plain === null ? notANumber : ambiguous(plain, currency) }
  }
  const major = Number(`${sign === '' ? '' : '-'}${plain}`)
  return { major, problem: null }
}

/** The text of an amount in a field once it is left: with its digits grouped, where it was not typed as a plain number. */
export function shownAmount(typed: string, currency: string): string {
  const { major } = readAmount(typed, currency)
  if (major === null || /^-?\d*\.?\d*$/.test(typed.trim())) return typed
  const parsed = parseAmount(major, currency)
  return parsed.ok ? formatDigits(parsed.minor, currency) : typed
}

type TwoReadings = { readonly whole: string; readonly fraction: string }

/** The digits as a program writes them; null where they are no number. */
function plainOf(digits: string, decimals: number): string | TwoReadings | null {
  if (/^(\d+\.?\d*|\.\d+)$/.test(digits) && !/^[1-9]\d{0,2}\.\d{3}$/.test(digits)) return digits
  const marks = digits.replaceAll(/\d/g, '')
  const mark = marks.at(-1) ?? ''
  const isRepeated = marks.length > 1 && marks === mark.repeat(marks.length)
  if (mark === ' ' || isRepeated) return ungrouped(digits, mark)
  if (marks.length > 1) {
    const [whole, fraction] = splitAtLast(digits, mark)
    const grouped = whole.includes(mark) ? null : ungrouped(whole, marks[0] ?? '')
    return grouped === null ? null : `${grouped}.${fraction}`
  }
  const [whole, fraction] = splitAtLast(digits, mark)
  if (!/^\d*$/.test(whole) || !/^\d*$/.test(fraction) || (mark !== ',' && mark !== '.')) return null
  if (whole + fraction === '') return null
  const decimal = `${whole === '' ? '0' : whole}.${fraction}`
  if (ungrouped(digits, mark) === null) return decimal
  if (decimals === 0) return whole + fraction
  if (mark === ',') return decimals < 3 ? whole + fraction : { whole, fraction }
  return decimals < 3 ? { whole, fraction } : decimal
}

/** A whole number without the marks between its groups of three, or of two and three as in India; null if it is none. */
function ungrouped(digits: string, mark: string): string | null {
  const groups = digits.split(mark)
  const [first = '', ...others] = groups
  const last = others.at(-1) ?? ''
  const isGrouped =
    /^[1-9]\d{0,2}$/.test(first) &&
    /^\d{3}$/.test(last) &&
    (others.every((group) => /^\d{3}$/.test(group)) ||
      (first.length < 3 && mark === ',' && others.slice(0, -1).every((group) => /^\d{2}$/.test(group))))
  return isGrouped ? groups.join('') : null
}

function splitAtLast(text: string, mark: string): [string, string] {
  const place = text.lastIndexOf(mark)
  return [text.slice(0, place), text.slice(place + mark.length)]
}

function ambiguous({ whole, fraction }: TwoReadings, currency: string): string {
  const decimals = decimalsOf(currency)
  return `This can mean two amounts: write ${whole}${fraction} or ${whole}.${fraction.slice(0, decimals)}`
}
