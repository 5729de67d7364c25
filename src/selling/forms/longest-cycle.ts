import { messages } from '#foundation/http/messages.ts'

/** The longest cycle that the card provider bills, three years, in each billing period. */
export const longestCycle = { Daily: 1095, Weekly: 156, Monthly: 36, Yearly: 3 } as const

type Cycle = {
  readonly priceType: 'OneTimePrice' | 'RecurringPrice'
  readonly billingPeriod: keyof typeof longestCycle
  readonly billingInterval: number
}

/** What is wrong with a billing interval, or null; that of a one-time price is kept for when it recurs again. */
export function intervalProblem({ priceType, billingPeriod, billingInterval }: Cycle): string | null {
  const longest = longestCycle[priceType === 'OneTimePrice' ? 'Daily' : billingPeriod]
  return billingInterval > longest ? messages.atMost(longest) : null
}
