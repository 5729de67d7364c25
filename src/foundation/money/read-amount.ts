import { t } from '#foundation/language/t.ts'
import { plainSigns } from '#foundation/typed/plain-signs.ts'
import { decimalsOf, formatDigits, parseAmount } from './amount.ts'
import { isNameOf, isOtherCurrency } from './currency-names.ts'
import { multiple, thousandsIn, thousandsOf, type TwoReadings } from './read-thousands.ts'

/** A typed amount in major units, null if nothing was typed, or the problem with it. */
export type ReadAmount =
  | { readonly major: number | null; readonly problem: null }
  | { readonly major: null; readonly problem: string }

type ReadDigits =
  | { readonly digits: string | null; readonly problem: null }
  | { readonly digits: null; readonly problem: string }

export const notANumber = () => t('Enter a number')

/**
 * Reads an amount in any common notation: 1,234.50 and 1.234,50, 1 000 and 1'000, 49,90 € and CHF 49.–, in
 * the digits of any script. A mark before exactly three digits separates groups unless the currency has three
 * decimals. Ambiguous amounts, such as 1.500 in dollars, are not guessed, and other currencies are not
 * converted. A k after the digits means thousands.
 */
export function readAmount(typed: string, currency: string): ReadAmount {
  const { digits, problem } = readDigits(typed, currency)
  return problem === null
    ? { major: digits === null ? null : Number(digits), problem }
    : { major: null, problem }
}

/**
 * A dash for an omitted fraction. Without a decimal mark, as on Japanese invoices, the dash could be a minus in other
 * currencies.
 */
const dashAfterMark = /^([.,:/]?)((?<=[.,:/])[-\u2010-\u2015\u2212]{1,2})?(.*)$/
const dashAlone = /^([.,:/]?)([-\u2010-\u2015\u2212]{1,2})?(.*)$/

/** Converts a typed amount to the notation of programs. `decimal` is the page's decimal mark. */
export function readDigits(typed: string, currency: string, decimal = '.'): ReadDigits {
  const text = plainSigns(typed)
    // Removes apostrophes and Arabic marks between groups, and other marks if they are unambiguous.
    .replaceAll(/[\s'\u2018\u2019\u02bc\u2032\u066c]/g, ' ')
    .replaceAll('\u060c', ',')
    .trim()
  if (text === '') return { digits: null, problem: null }
  const parts = /^([^\d]*?)(\d(?:.*\d)?|)([^\d]*)$/.exec(text)
  const [, before = '', inner = '', after = ''] = parts ?? []
  if (inner === '') return unread(notANumber())
  const [, head = '', point = ''] = /^(.*?)((?<![\p{L}\p{M}/])[.,\u066b])?$/u.exec(before) ?? []
  const [, end = '', dash = '', tail = ''] =
    (decimalsOf(currency) === 0 ? dashAlone : dashAfterMark).exec(after) ?? []
  const [, sign = '', name = ''] = /^([-+\u2010-\u2015\u2212]?)(.*)$/.exec(head.trim()) ?? []
  const [, late = ''] = /([-+\u2010-\u2015\u2212])$/.exec(name.trim()) ?? []
  const { marked, mark } = withPoint(inner, currency)
  const thousands = end === '' ? thousandsIn(tail, currency) : ''
  const behind = tail.slice(thousands.length)
  const names = [late === '' ? name : name.trim().slice(0, -1), mark, behind].map((one) => one.trim())
  for (const one of names) {
    if (one === '' || isNameOf(one, currency)) continue
    return unread(isOtherCurrency(one) && !multiple.test(one) ? otherCurrency(one, currency) : notANumber())
  }
  // A dash after the decimal mark replaces an omitted fraction.
  const plain = dash === '' ? endedOf(point + marked, end, currency, decimal) : wholeOf(point + marked)
  if (plain === null || (/[:/]/.test(end) && dash === '')) return unread(notANumber())
  const isMaybeSign = names.every((one) => one === '') && isNameOf('k', currency)
  const read = thousands === '' ? plain : thousandsOf(plain, point + marked, isMaybeSign)
  if (typeof read !== 'string') return unread(ambiguous(read, decimal))
  return { digits: `${/^\+?$/.test(sign + late) ? '' : '-'}${read}`, problem: null }
}

/** A currency sign instead of the decimal mark, as in 49€50. */
function withPoint(inner: string, currency: string): { marked: string; mark: string } {
  const [, whole = '', mark = '', fraction = ''] = /^(.*\d) ?(\p{Sc}) ?(\d+)$/u.exec(inner) ?? []
  return fraction !== '' && fraction.length === decimalsOf(currency)
    ? { marked: `${wholeOf(whole) ?? whole}.${fraction}`, mark }
    : { marked: inner, mark: '' }
}

/** A mark at the end is the decimal mark or, if there is already a fraction, the end of a sentence. */
function endedOf(digits: string, end: string, currency: string, decimal: string) {
  return (
    plainOf(digits + end, currency, decimal) ??
    (/^[.,]$/.test(end) ? plainOf(digits, currency, decimal) : null)
  )
}

function unread(problem: string): ReadDigits {
  return { digits: null, problem }
}

/**
 * The text of an amount field after the buyer leaves it: with grouped digits, if it was not typed as a plain
 * number.
 */
export function shownAmount(typed: string, currency: string): string {
  const { major } = readAmount(typed, currency)
  if (major === null || /^-?\d*\.?\d*$/.test(typed.trim())) return typed
  const parsed = parseAmount(major, currency)
  return parsed.ok ? formatDigits(parsed.minor, currency) : typed
}

/** The digits in the notation of programs, or null if they are not a number. */
function plainOf(digits: string, currency: string, decimal: string): string | TwoReadings | null {
  const [arabic = '', fractionOfArabic, ...more] = digits.split('\u066b')
  if (fractionOfArabic !== undefined) {
    const whole = arabic === '' ? '0' : wholeOf(arabic)
    return whole === null || more.length > 0 || !/^\d*$/.test(fractionOfArabic)
      ? null
      : `${whole}.${fractionOfArabic}`
  }
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
  const withFraction = `${whole === '' ? '0' : whole}.${fraction}`
  if (ungrouped(digits, mark) === null) return withFraction
  const decimals = decimalsOf(currency)
  if (decimals === 0) return whole + fraction
  const two = [whole + fraction, `${whole}.${fraction.slice(0, decimals)}`] as const
  if (mark !== decimal) return decimals < 3 ? whole + fraction : two
  return decimals < 3 ? two : withFraction
}

/** A whole number without group separators, or null if the text is not such a number. */
function wholeOf(digits: string): string | null {
  if (/^\d+$/.test(digits)) return digits
  const [mark = ''] = /[ .,]/.exec(digits) ?? []
  return mark === '' ? null : ungrouped(digits, mark)
}

/**
 * A whole number without separators between groups of three, or of two and three as in India, or null if the text is
 * not such a number.
 */
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

function ambiguous(readings: TwoReadings, decimal: string): string {
  const [first, second] = readings.map((digits) => digits.replace('.', decimal))
  return t('This could be two amounts. Enter {first} or {second}', { first, second })
}

function otherCurrency(name: string, currency: string): string {
  return t('Enter the amount in {code}, without “{name}”', { code: currency.toUpperCase(), name })
}
