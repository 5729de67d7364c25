import { decimalsOf } from '#foundation/money/amount.ts'
import { currencySign } from '#foundation/money/currency-signs.ts'
import { notANumber, readDigits } from '#foundation/money/read-amount.ts'
import type { Formats } from '#foundation/text/formats.ts'
import { isEmail } from '#foundation/typed/read-email.ts'

/**
 * An amount as a buyer typed it, in minor units, by the reader that sellers' fields have, or why it is none; an empty text:
 * nothing more can be said than how amounts are written. What could be another one in the way that the page writes it is
 * asked back.
 */
export function readTyped(typed: string, currency: string, { decimal }: Formats): number | string {
  const { digits, problem } = readDigits(typed, currency, decimal)
  if (problem !== null) return problem === notANumber ? '' : problem
  const [, whole = '', fraction = ''] = /^(\d{0,12})(?:\.(\d*?)0*)?$/.exec(digits ?? '') ?? []
  const { exponent } = currencySign(currency)
  return whole + fraction === '' || fraction.length > decimalsOf(currency)
    ? ''
    : Number(whole + fraction.padEnd(exponent, '0'))
}

/** What is wrong with an address that was read, in the API's words. */
export function emailProblem(plain: string): string | undefined {
  if (plain.length > 128) return 'to long'
  return isEmail(plain) ? undefined : 'Email is not valid'
}
