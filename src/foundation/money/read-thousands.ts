import { isNameOf } from './currency-names.ts'

/** An amount that can be read in two ways, each in the notation of programs. */
export type TwoReadings = readonly [string, string]

/**
 * Words that multiply an amount, such as "thousand". No message suggests removing one, because the amount would then be
 * a fraction of what was meant.
 */
export const multiple = /^(?:[kmblt千万萬億亿천만억]|mm|mn|mio|mil|mln|bn|lk|cr|tr|rb|jt|tys|тыс)\.?$/i

/** The k after the digits, with its space and full stop. Empty if there is none or it is the currency's sign. */
export function thousandsIn(tail: string, currency: string): string {
  const [found = ''] = /^ ?k(?!\p{L})[.,]?/iu.exec(tail) ?? []
  return found === tail && found.startsWith(' ') && isNameOf('k', currency) ? '' : found
}

/**
 * Reads an amount in thousands. Text that could also be digit groups, such as 2.345k, or a currency's own k,
 * has two readings.
 */
export function thousandsOf(
  digits: string | TwoReadings,
  typed: string,
  isMaybeSign: boolean,
): string | TwoReadings {
  const [, whole = '', group = ''] = /^(\d{1,3})[.,](\d{3})$/.exec(typed) ?? []
  if (whole !== '') return [whole + group, `${whole}${group}000`]
  if (typeof digits !== 'string') return digits
  const [units = '', parts = ''] = digits.split('.')
  const places = parts.padEnd(3, '0')
  const read =
    `${units}${places.slice(0, 3)}`.replace(/^0+(?=\d)/, '') + (parts.length > 3 ? `.${places.slice(3)}` : '')
  return isMaybeSign ? [digits, read] : read
}
