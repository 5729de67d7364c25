import { currencySign } from './currency-signs.ts'

/** The tax rate of a sale. `percentage` is decimal text with up to four decimals ("17.5"). */
export type TaxRate = { readonly percentage: string; readonly inclusive: boolean }

/** One line's amounts in minor units of one currency; `subtotal + taxAmount = total` always holds. */
export type TaxedAmount = { readonly subtotal: number; readonly taxAmount: number; readonly total: number }

const scale = 10_000n
/** In ten-thousandths of a percent, as from `parsePercentage`. */
export const hundredPercent = 100n * scale

/**
 * Computes the tax on a line. Exclusive tax is added on top (`amount × p / 100`), and inclusive tax is
 * contained in the amount (`amount × p / (100 + p)`). Both are rounded half up to the smallest chargeable
 * step of the currency.
 */
export function taxAmount(amount: number, rate: TaxRate | null, currency: string): TaxedAmount {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError('An amount is a whole number of minor units')
  if (rate === null) return { subtotal: amount, taxAmount: 0, total: amount }
  const percent = parsePercentage(rate.percentage)
  const step = BigInt(currencySign(currency).step)
  const divisor = (rate.inclusive ? hundredPercent + percent : hundredPercent) * step
  const tax = Number(divideHalfUp(BigInt(amount) * percent, divisor) * step)
  return rate.inclusive
    ? { subtotal: amount - tax, taxAmount: tax, total: amount }
    : { subtotal: amount, taxAmount: tax, total: amount + tax }
}

/**
 * The tax contained in a part of a taxed amount, in proportion and rounded like any tax. The tax on the whole amount is
 * exactly the whole tax.
 */
export function taxWithin(part: number, whole: TaxedAmount, currency: string): number {
  if (whole.total === 0) return 0
  const step = BigInt(currencySign(currency).step)
  return Number(divideHalfUp(BigInt(part) * BigInt(whole.taxAmount), BigInt(whole.total) * step) * step)
}

/** A percentage as ten-thousandths of a percent: "17.5" is 175000n. */
export function parsePercentage(percentage: string): bigint {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(percentage)
  if (match === null) throw new RangeError(`Not a percentage: ${percentage}`)
  const [, whole = '0', fraction = ''] = match
  return BigInt(whole) * scale + BigInt(fraction.padEnd(4, '0'))
}

export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}
