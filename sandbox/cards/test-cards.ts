/** A decline by the buyer's bank or by Stripe's fraud rules. */
export type Decline = {
  readonly code:
    | 'card_declined'
    | 'expired_card'
    | 'incorrect_cvc'
    | 'processing_error'
    | 'authentication_required'
    | 'payment_intent_payment_attempt_failed'
  readonly decline_code: string
  readonly message: string
  readonly isBlocked?: true
  /** The bank's advice on how to proceed, if it gives one. */
  readonly advice_code?: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later'
}

export type TestCard = {
  readonly number: string
  /** The end of the card's published id after `pm_card_`, if it has one. */
  readonly name?: string
  readonly brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay'
  readonly funding: 'credit' | 'debit' | 'prepaid'
  /** The country in which it was issued. By default the United States. */
  readonly country?: string
  /** Declines every charge. */
  readonly charge?: Decline
  /** Whether attaching the card to a customer is declined too. */
  readonly attach?: Decline
  /**
   * When the bank requires authentication. `on_session`: only while the buyer is present. `unless_set_up`:
   * also for off-session charges, unless the card was set up before. `optional`: only on request.
   */
  readonly authentication:
    | 'unsupported'
    | 'frictionless'
    | 'optional'
    | 'on_session'
    | 'unless_set_up'
    | 'always'
  /** Whether authentication is unavailable, so that the charge is declined without asking the buyer. */
  readonly lookupFails?: true
  readonly cvcCheck?: 'fail'
  readonly dispute?: 'fraudulent' | 'product_not_received' | 'inquiry'
  readonly refund?: 'pending' | 'fails'
}

const declines = {
  generic: decline('card_declined', 'generic_decline', 'Your card was declined.'),
  insufficientFunds: decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  lost: decline('card_declined', 'lost_card', 'Your card was declined.'),
  stolen: decline('card_declined', 'stolen_card', 'Your card was declined.'),
  velocity: decline(
    'card_declined',
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  expired: decline('expired_card', 'expired_card', 'Your card has expired.'),
  cvc: decline('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."),
  processing: decline(
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  // Stripe publishes no test card with this advice code. https://docs.stripe.com/declines/card#retrying-issuer-declines
  doNotTryAgain: {
    ...decline('card_declined', 'generic_decline', 'Your card was declined.'),
    advice_code: 'do_not_try_again' as const,
  },
  fraudulent: {
    ...decline('card_declined', 'fraudulent', 'Your card was declined.'),
    isBlocked: true as const,
  },
}

/** The decline for an off-session charge that requires authentication. */
export const authenticationRequired = decline(
  'authentication_required',
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
)

export const lookupFailed = declines.generic

function decline(code: Decline['code'], decline_code: string, message: string): Decline {
  return { code, decline_code, message }
}

function card(number: string, brand: TestCard['brand'], rest: Partial<TestCard> = {}): TestCard {
  return { number, brand, funding: 'credit', authentication: 'frictionless', ...rest }
}

function visa(number: string, name: string, rest: Partial<TestCard> = {}): TestCard {
  return card(number, 'visa', { name, ...rest })
}

/** A card that is declined both for charges and when it is attached to a customer. */
function declined(number: string, name: string, reason: Decline): TestCard {
  return visa(number, name, { charge: reason, attach: reason })
}

const cards: TestCard[] = [
  visa('4242424242424242', 'visa'),
  visa('4000056655665556', 'visa_debit', { funding: 'debit' }),
  visa('4000000400000008', 'at', { country: 'AT' }),
  visa('4000002760000016', 'de', { country: 'DE' }),
  card('5555555555554444', 'mastercard', { name: 'mastercard' }),
  card('2223003122003222', 'mastercard'),
  card('5200828282828210', 'mastercard', { name: 'mastercard_debit', funding: 'debit' }),
  card('5105105105105100', 'mastercard', { name: 'mastercard_prepaid', funding: 'prepaid' }),
  card('378282246310005', 'amex', { name: 'amex', authentication: 'unsupported' }),
  card('371449635398431', 'amex', { authentication: 'unsupported' }),
  card('6011111111111117', 'discover', { name: 'discover', authentication: 'unsupported' }),
  card('3056930009020004', 'diners', { name: 'diners', authentication: 'unsupported' }),
  card('36227206271667', 'diners', { authentication: 'unsupported' }),
  card('3566002020360505', 'jcb', { name: 'jcb', authentication: 'unsupported' }),
  card('6200000000000005', 'unionpay', { name: 'unionpay', authentication: 'unsupported' }),
  declined('4000000000000002', 'visa_chargeDeclined', declines.generic),
  declined('4000000000009995', 'visa_chargeDeclinedInsufficientFunds', declines.insufficientFunds),
  declined('4000000000009987', 'visa_chargeDeclinedLostCard', declines.lost),
  declined('4000000000009979', 'visa_chargeDeclinedStolenCard', declines.stolen),
  declined('4000000000006975', 'visa_chargeDeclinedVelocityLimitExceeded', declines.velocity),
  declined('4000000000000069', 'chargeDeclinedExpiredCard', declines.expired),
  declined('4000000000000127', 'chargeDeclinedIncorrectCvc', declines.cvc),
  declined('4000000000000119', 'chargeDeclinedProcessingError', declines.processing),
  declined('4000000000000556', 'visa_chargeDeclinedDoNotTryAgain', declines.doNotTryAgain),
  visa('4000000000000341', 'chargeCustomerFail', { charge: declines.generic }),
  visa('4100000000000019', 'radarBlock', { charge: declines.fraudulent }),
  visa('4000000000000101', 'cvcCheckFail', { cvcCheck: 'fail' }),
  visa('4000002500003155', 'authenticationRequiredOnSetup', { authentication: 'unless_set_up' }),
  visa('4000002760003184', 'authenticationRequired', { authentication: 'always' }),
  visa('4000003800000446', 'authenticationRequiredSetupForOffSession', { authentication: 'on_session' }),
  visa('4000008260003178', 'authenticationRequiredChargeDeclinedInsufficientFunds', {
    authentication: 'always',
    charge: declines.insufficientFunds,
  }),
  visa('4000000000003220', 'threeDSecure2Required', { authentication: 'always' }),
  visa('4000008400001629', 'threeDSecureRequiredChargeDeclined', {
    authentication: 'always',
    charge: declines.generic,
  }),
  visa('4000008400001280', 'threeDSecureRequiredProcessingError', {
    authentication: 'always',
    lookupFails: true,
  }),
  visa('4000000000003055', 'threeDSecureOptional', { authentication: 'optional' }),
  visa('4000000000003097', 'threeDSecureOptionalProcessingError', {
    authentication: 'optional',
    lookupFails: true,
  }),
  visa('4000000000000259', 'createDispute', { dispute: 'fraudulent' }),
  visa('4000000000002685', 'createDisputeProductNotReceived', { dispute: 'product_not_received' }),
  visa('4000000000001976', 'createDisputeInquiry', { dispute: 'inquiry' }),
  visa('4000000000007726', 'pendingRefund', { refund: 'pending' }),
  visa('4000000000005126', 'refundFail', { refund: 'fails' }),
  visa('4000000000000077', 'bypassPending'),
]

const byNumber = new Map(cards.map((one) => [one.number, one]))
const byName = new Map(cards.map((one) => [one.name ?? one.number, one]))

export function findTestCard(number: string): TestCard | undefined {
  return byNumber.get(number)
}

/** The test card that an id such as `pm_card_visa` stands for. Each use creates a new payment method. */
export function testCardOfPaymentMethodId(id: string): TestCard | undefined {
  return id.startsWith('pm_card_') ? byName.get(id.slice('pm_card_'.length)) : undefined
}
