/** Texts about a payment, for its buyer; `failed` is worded by the specification. */
export const paymentMessages = {
  failed: 'Something went wrong durring form payment , please try again !',
  notCharged: 'The payment did not go through. You have not been charged.',
  providerUnreachable: 'The payment service cannot be reached. You have not been charged.',
} as const

/** For a request with both a payment method and a confirmation token. */
export const oneOfBoth = 'Send a payment method or a confirmation token, not both'

/**
 * Decline reasons hidden from the buyer, who reads `generic_decline`: someone with a lost or stolen card, or testing
 * cards, should not learn that we know. https://docs.stripe.com/declines/codes
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
