import { formatAmount } from './amount.ts'

/** An amount in minor units as a chart's axis names it, without decimals that are zeros: 500000 usd is "$5,000". */
export function axisAmount(minor: number, currency: string): string {
  return formatAmount(Math.round(minor), currency).replace(/\.0+$/, '')
}
