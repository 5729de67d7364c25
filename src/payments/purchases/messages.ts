import { t } from '#foundation/language/t.ts'

/** Texts about a payment for its buyer. The specification prescribes `failed`. */
export const paymentMessages = {
  get failed() {
    return t('Something went wrong durring form payment , please try again !')
  },
  get trialUsed() {
    return t(
      'This email or card has already been used for a free trial in the last year. You have not been charged.',
    )
  },
  get notCharged() {
    return t('The payment did not go through. You have not been charged.')
  },
}

export function oneOfBoth(): string {
  return t('Send a payment method or a confirmation token, not both')
}

/**
 * Decline reasons that are hidden from the buyer, who sees `generic_decline`: someone who uses a lost or stolen card,
 * or tests cards, should not learn that we know. https://docs.stripe.com/declines/codes
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
