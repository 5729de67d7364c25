import { concealedReasons, paymentMessages } from '#payments/purchases/messages.ts'
import { durationText } from '../timing/duration-text.ts'
import type { Refusal } from './pay-api.ts'
import { type NextStep, problem, type Problem } from './problem.ts'

/** The problem that a refused call is for the buyer. A new price is not one of them: the page shows it first. */
export function problemOfRefusal(refusal: Refusal): Problem {
  const message = refusal.message === '' ? paymentMessages.failed : refusal.message
  switch (refusal.status) {
    case 402:
      return waiting(problemOfDecline(refusal.reason, refusal.message), refusal.waitSeconds)
    case 410:
      // Otherwise the page has another price, or says when there is more.
      return problem({ message, nextStep: refusal.code === 'form_deleted' ? 'none' : 'reload' })
    case 403:
      return problem({ message, nextStep: 'none' })
    case 404:
      return problem({ message, advice: 'Reload the page to see what has changed.', nextStep: 'reload' })
    case 422:
      return problemOfFields(refusal.errors, message)
    case 429: {
      const waitSeconds = Math.max(refusal.waitSeconds, 1)
      const advice = `You have not been charged. You can try again in ${durationText(waitSeconds)}.`
      return problem({ message, advice, waitSeconds })
    }
    case 409:
      return problem({
        message,
        nextStep: stepAfterConflict(refusal.code),
        advice: refusal.code === 'trial_used' ? startWithout : '',
      })
    default:
      return problem({ message, waitSeconds: refusal.waitSeconds })
  }
}

const startWithout = 'You can start without a trial. The price due today is shown above.'

function stepAfterConflict(code: string): NextStep {
  if (code === 'form_paused') return 'reload'
  if (code === 'trial_used') return 'without-trial'
  return code === 'bought_before' ? 'buy-again' : 'retry'
}

/** Each further decline makes the next try wait longer. */
function waiting(declined: Problem, waitSeconds: number): Problem {
  if (waitSeconds === 0) return declined
  const advice = `${declined.advice} You can try again in ${durationText(waitSeconds)}.`.trim()
  return { ...declined, advice, waitSeconds }
}

function problemOfFields(errors: Readonly<Record<string, string>>, message: string): Problem {
  const { email, name, amount, ...others } = errors
  // The buyer can name another amount or change other choices.
  if (amount !== undefined) return problem({ message: amount, nextStep: 'correct-fields' })
  const fields = { ...(email === undefined ? {} : { email }), ...(name === undefined ? {} : { name }) }
  const [other] = Object.values(others)
  if (other !== undefined) {
    const advice = 'Reload the page to see what has changed.'
    return problem({ message: other, advice, nextStep: 'reload', fields })
  }
  return problem({ message, nextStep: 'correct-fields', fields })
}

const tryAnother = 'Try again or use another card.'

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
 * fit for buyers; `method` is the provider's type of the payment method, null if unknown.
 */
export function problemOfDecline(reason: string, message: string, method: string | null = null): Problem {
  const at = 'card'
  if (method !== null && method !== 'card' && method !== 'link') {
    const refused = 'Your bank did not complete the payment. You have not been charged.'
    return problem({ at, message: refused, advice: 'Try again or use another payment method.' })
  }
  if (concealedReasons.has(reason)) {
    // Same as a generic decline.
    return problem({ at, message: 'Your card was declined.', advice: tryAnother, nextStep: 'another-card' })
  }
  const told = message === '' ? paymentMessages.failed : message
  if (correctable.has(reason)) {
    return problem({
      at,
      message: told,
      advice: 'Please correct it and try again.',
      nextStep: 'correct-card',
    })
  }
  if (anotherCard.has(reason)) {
    return problem({ at, message: told, advice: 'Try another card.', nextStep: 'another-card' })
  }
  if (passing.has(reason)) return problem({ at, message: told, advice: 'Try again in a moment.' })
  if (authentication.has(reason)) {
    const refused = 'Your bank could not verify you. You have not been charged.'
    return problem({ at, message: refused, advice: 'Try again or use another payment method.' })
  }
  return problem({ at, message: told, advice: tryAnother, nextStep: 'another-card' })
}

/** The bank has not answered yet; the buyer continues there, or cancels the payment. */
export const unconfirmed = problem({
  message: 'Your bank has not confirmed the payment. You have not been charged.',
  advice: 'Continue with your bank or use another payment method.',
  nextStep: 'confirm-at-bank',
})

/** It is unknown whether it can still be charged. */
export const notGivenUp = problem({
  message: 'This payment could not be canceled yet.',
  advice: 'Try again in a moment or continue with your bank.',
  nextStep: 'confirm-at-bank',
})

export const unseen = problem({
  message: 'We do not know yet whether your bank completed the payment.',
  advice: 'Check your email for a receipt before you pay again.',
})

export function repriced(message: string): Problem {
  return problem({
    message,
    advice: 'You have not been charged. Please check the new total and try again.',
    nextStep: 'accept-price',
  })
}

export function outdated(message: string): Problem {
  const advice = 'You have not been charged. Reload the page to see the new price.'
  return problem({ message, advice, nextStep: 'reload' })
}
