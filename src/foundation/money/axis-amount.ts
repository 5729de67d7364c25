import { formatAmount } from './amount.ts'

/** Formats an amount in minor units for the axis of a chart, without decimals that are zero: 500000 usd is "$5,000". */
export function axisAmount(minor: number, currency: string): string {
  return formatAmount(Math.round(minor), currency).replace(/\.0+$/, '')
}
