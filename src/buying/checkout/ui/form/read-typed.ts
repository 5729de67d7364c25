import { t } from '#foundation/language/t.ts'
import { decimalsOf } from '#foundation/money/amount.ts'
import { currencySign } from '#foundation/money/currency-signs.ts'
import { notANumber, readDigits } from '#foundation/money/read-amount.ts'
import type { Formats } from '#foundation/text/formats.ts'
import { isEmail } from '#foundation/typed/read-email.ts'

/**
 * A typed amount in minor units, read by the same rules as in sellers' fields, or the reason why it is
 * invalid. An empty reason means that only the format can be explained. For an ambiguous amount, the buyer is
 * asked which one they mean.
 */
export function readTyped(typed: string, currency: string, { decimal }: Formats): number | string {
  const { digits, problem } = readDigits(typed, currency, decimal)
  if (problem !== null) return problem === notANumber() ? '' : problem
  const [, whole = '', fraction = ''] = /^(\d{0,12})(?:\.(\d*?)0*)?$/.exec(digits ?? '') ?? []
  const { exponent } = currencySign(currency)
  return whole + fraction === '' || fraction.length > decimalsOf(currency)
    ? ''
    : Number(whole + fraction.padEnd(exponent, '0'))
}

/** The problem with an email address, in the same words as the API's. */
export function emailProblem(plain: string): string | undefined {
  if (plain.length > 128) return 'to long'
  return isEmail(plain) ? undefined : t('Email is not valid')
}
