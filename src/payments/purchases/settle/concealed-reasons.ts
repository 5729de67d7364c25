/**
 * Why a card is declined that is not its holder's: whoever found or stole it, or tries cards out, is not to learn that this is
 * known. They are told of a `generic_decline`. https://docs.stripe.com/declines/codes
 */
export const concealedReasons: ReadonlySet<string> = new Set([
  'fraudulent',
  'highest_risk_level',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'restricted_card',
  'security_violation',
  'stolen_card',
])
