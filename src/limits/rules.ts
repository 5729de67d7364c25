/** How often a thing may be done by one subject: `limit` times within `window` seconds of the first time. */
export type Rule = { readonly limit: number; readonly window: number }

const minute = 60
const hour = 60 * minute

export const rules = {
  signInOfAccount: { limit: 20, window: 15 * minute },
  signInFromAddress: { limit: 50, window: 15 * minute },
  registerFromAddress: { limit: 10, window: hour },
  refreshFromAddress: { limit: 60, window: minute },
  payFromAddress: { limit: 60, window: hour },
  subscriptionFromAddress: { limit: 120, window: 15 * minute },
  cardChangeFromAddress: { limit: 10, window: hour },
  declineFromAddress: { limit: 5, window: 15 * minute },
  inviteOfSeller: { limit: 30, window: hour },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof rules
