/** The longest cycle that the card provider bills, three years, in each billing period. */
export const longestCycle = { Daily: 1095, Weekly: 156, Monthly: 36, Yearly: 3 } as const
