import { messages } from '#foundation/http/contract/messages.ts'

/** The longest cycle that the card provider bills, three years, in each billing period. */
export const longestCycle = { Daily: 1095, Weekly: 156, Monthly: 36, Yearly: 3 } as const

type Cycle = {
  readonly billingPeriod: keyof typeof longestCycle
  readonly billingInterval: number
}

/** What is wrong with a billing interval in its period, or null, whether the price recurs now or may one day. */
export function intervalProblem({ billingPeriod, billingInterval }: Cycle): string | null {
  const longest = longestCycle[billingPeriod]
  return billingInterval > longest ? messages.atMost(longest) : null
}
