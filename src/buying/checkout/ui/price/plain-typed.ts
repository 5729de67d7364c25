import { decimalsOf, formatDigits } from '#foundation/money/amount.ts'
import { currencySign } from '#foundation/money/currency-signs.ts'
import type { Formats } from '#foundation/text/formats.ts'

/**
 * An amount that a buyer typed as plainly as it can be, in minor units; null for any other, which is for `readTyped`: three
 * digits after a mark are a fraction only where the page writes it so.
 */
export function plainTyped(typed: string, currency: string, { decimal }: Formats): number | null {
  const [, whole, mark, fraction = ''] = /^(\d{1,12})(?:([.,])(\d*))?$/.exec(typed.trim()) ?? []
  if (whole === undefined || fraction.length > decimalsOf(currency)) return null
  if (fraction.length === 3 && mark !== decimal) return null
  return Number(whole + fraction.padEnd(currencySign(currency).exponent, '0'))
}

/** Minor units as they can be typed: "25" and "12.50". */
export function typedText(minor: number, currency: string, formats: Formats): string {
  return formatDigits(minor, currency, { ...formats, group: '' }).replace(/[.,]0+$/, '')
}

/** How an amount is typed in a currency, in the way that the page writes it. */
export function exampleText(currency: string, formats: Formats): string {
  return typedText(Math.floor(1234.5 * 10 ** currencySign(currency).exponent), currency, formats)
}
