import { directionOf } from '#foundation/language/languages.ts'
import { currentLanguage, t } from '#foundation/language/t.ts'
import { plainFormats } from '#foundation/text/formats.ts'
import { currencyOf } from './currencies.ts'
import { currencySign } from './currency-signs.ts'

export type AmountProblem = 'not-a-number' | 'negative' | 'too-many-decimals' | 'between-steps' | 'too-large'

/** A typed amount as a whole number of minor units, or the reason why it is not an amount in that currency. */
export type ParsedAmount = { ok: true; minor: number } | { ok: false; problem: AmountProblem }

/**
 * Converts an amount in major units (49.99, a JSON number or typed text) into minor units without
 * floating-point arithmetic: the number's shortest decimal text is read digit by digit.
 */
export function parseAmount(major: number | string, currency: string): ParsedAmount {
  const { exponent, step, maximum } = currencyOf(currency)
  const match = /^(-?)0*(\d+)(?:\.(\d*))?(?:e([+-])\d+)?$/.exec(String(major).trim())
  if (match === null) return { ok: false, problem: 'not-a-number' }
  const [, sign = '', whole = '', fraction = '', power] = match
  // Only very large numbers, and those far below any currency's smallest unit, are written with an exponent.
  if (power !== undefined && typeof major === 'string') return { ok: false, problem: 'not-a-number' }
  if (power === '-') return { ok: false, problem: 'too-many-decimals' }
  if (power === '+' || whole.length > 15) {
    return { ok: false, problem: sign === '-' ? 'negative' : 'too-large' }
  }
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > exponent) return { ok: false, problem: 'too-many-decimals' }
  const minor = Number(whole + digits.padEnd(exponent, '0'))
  if (sign === '-' && minor !== 0) return { ok: false, problem: 'negative' }
  if (minor > maximum) return { ok: false, problem: 'too-large' }
  if (minor % step !== 0) {
    // Kuwaitis write 1.125, which cannot be charged to a card. Icelanders write no decimals.
    return { ok: false, problem: decimalsOf(currency) === 0 ? 'too-many-decimals' : 'between-steps' }
  }
  return { ok: true, minor }
}

/** Converts an amount that a contract has already checked into minor units. Throws on anything else. */
export function toMinor(major: number, currency: string): number {
  const parsed = parseAmount(major, currency)
  if (!parsed.ok) throw new RangeError(`Not an amount in ${currency}: ${parsed.problem}`)
  return parsed.minor
}

/** Converts minor units into the API's number in major units: 4999 usd is 49.99. */
export function toMajor(minor: number, currency: string): number {
  return Number(decimalText(minor, currencySign(currency).exponent))
}

/**
 * How many decimals people write in this currency: 2 for usd, 0 for jpy, 3 for kwd, and 0 for isk, although
 * the provider counts its cents.
 */
export function decimalsOf(currency: string): number {
  const { exponent, step } = currencySign(currency)
  return step === 100 ? 0 : exponent
}

/**
 * An amount for people: 123456 usd is "$1,234.56", or "1.234,56 $" for readers of such formats. The digits come from
 * our table; the language only sets separators and the symbol's place.
 */
export function formatAmount(minor: number, currency: string, formats = plainFormats): string {
  const { symbol } = currencySign(currency)
  const digits = formatDigits(Math.abs(minor), currency, formats)
  const sign = minor < 0 ? '−' : ''
  const isSpaced = formats.symbol === 'first with space' || /^[A-Za-z.]{2,}$/.test(symbol)
  const text =
    formats.symbol === 'last'
      ? `${sign}${digits}\u00a0${symbol}`
      : `${sign}${symbol}${isSpaced ? '\u00a0' : ''}${digits}`
  // Isolates the amount, because its currency sign would change sides in right-to-left text.
  return directionOf(currentLanguage()) === 'rtl' ? `\u2066${text}\u2069` : text
}

/** Formats an amount that is due. Zero is "Free". */
export function formatPrice(minor: number, currency: string, formats = plainFormats): string {
  return minor === 0 ? t('Free') : formatAmount(minor, currency, formats)
}

/** Formats an amount without its symbol and with its currency's decimals: 123456 usd is "1,234.56". */
export function formatDigits(minor: number, currency: string, formats = plainFormats): string {
  const decimals = decimalsOf(currency)
  const text = decimalText(Math.abs(minor), currencySign(currency).exponent)
  const [whole = '0', fraction = ''] = text.split('.')
  const groups = formats.hasLakhs ? /\B(?=(\d{2})*\d{3}$)/g : /\B(?=(\d{3})+$)/g
  const grouped = whole.replace(groups, formats.group)
  const shown =
    decimals === 0
      ? grouped
      : `${grouped}${formats.decimal}${fraction.slice(0, decimals).padEnd(decimals, '0')}`
  return `${minor < 0 ? '−' : ''}${shown}`
}

function decimalText(minor: number, exponent: number): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError('An amount is an integer number of minor units')
  if (exponent === 0) return String(minor)
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/** Formats an amount for programs, with its currency's decimals and nothing else: 123456 usd is "1234.56". */
export function plainAmount(minor: number, currency: string): string {
  return `${minor < 0 ? '-' : ''}${formatDigits(Math.abs(minor), currency).replaceAll(',', '')}`
}
