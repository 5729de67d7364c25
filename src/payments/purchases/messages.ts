/** What a buyer is told of a payment; that it failed exactly as specified. */
export const paymentMessages = {
  failed: 'Something went wrong durring form payment , please try again !',
  notCharged: 'The payment did not go through. You have not been charged.',
  providerUnreachable: 'The payment service cannot be reached. You have not been charged.',
} as const

/** Where a request names both a payment method and a confirmation token. */
export const oneOfBoth = 'Send a payment method or a confirmation token, not both'

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
