import { paymentMessages } from '#payments/purchases/messages.ts'
import { concealedReasons } from '#payments/purchases/settle/concealed-reasons.ts'
import { problem, type Problem } from './problem.ts'

const tryAnother = 'Try again, or use another card.'

const correctable = new Set([
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'incorrect_zip',
  'invalid_cvc',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
])

const anotherCard = new Set([
  'card_not_supported',
  'card_velocity_exceeded',
  'currency_not_supported',
  'insufficient_funds',
  'invalid_account',
  'new_account_information_available',
  'transaction_not_allowed',
  'withdrawal_count_limit_exceeded',
])

const passing = new Set([
  'issuer_not_available',
  'processing_error',
  'reenter_transaction',
  'try_again_later',
])

const authentication = new Set([
  'authentication_not_handled',
  'authentication_required',
  'payment_intent_authentication_failure',
])

/**
 * The problem that a declined payment is for the buyer. `reason` is the provider's decline code or code; `message` is
 * fit for buyers; `method` the provider's type of what was to pay, null where that is not known.
 */
export function problemOfDecline(reason: string, message: string, method: string | null = null): Problem {
  const at = 'card'
  if (method !== null && method !== 'card' && method !== 'link') {
    const refused = 'Your bank has not carried out the payment. You have not been charged.'
    return problem({ at, message: refused, advice: 'Try again, or pay another way.' })
  }
  if (concealedReasons.has(reason)) {
    // As of a generic decline.
    return problem({ at, message: 'Your card was declined.', advice: tryAnother, nextStep: 'another-card' })
  }
  const told = message === '' ? paymentMessages.failed : message
  if (correctable.has(reason)) {
    return problem({ at, message: told, advice: 'Correct it and pay again.', nextStep: 'correct-card' })
  }
  if (anotherCard.has(reason)) {
    return problem({ at, message: told, advice: 'Try another card.', nextStep: 'another-card' })
  }
  if (passing.has(reason)) return problem({ at, message: told, advice: 'Try again in a moment.' })
  if (authentication.has(reason)) {
    const refused = 'Your bank could not confirm that this is you. You have not been charged.'
    return problem({ at, message: refused, advice: 'Try again, or pay another way.' })
  }
  return problem({ at, message: told, advice: tryAnother, nextStep: 'another-card' })
}
