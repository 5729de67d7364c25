import { t } from '#foundation/language/t.ts'
import { concealedReasons, paymentMessages } from '#payments/purchases/messages.ts'
import { durationText } from '../timing/duration-text.ts'
import { declineText } from './decline-text.ts'
import type { Refusal } from './pay-api.ts'
import { type NextStep, problem, type Problem } from './problem.ts'

/**
 * Describes an error response as a problem for the buyer. A new price is not a problem, because the page
 * shows it first.
 */
export function problemOfRefusal(refusal: Refusal): Problem {
  const message = refusal.message === '' ? paymentMessages.failed : refusal.message
  switch (refusal.status) {
    case 402:
      return {
        ...waiting(problemOfDecline(refusal.reason, refusal.message), refusal.waitSeconds),
        ...(refusal.purchase && { lost: refusal.purchase }),
      }
    case 410:
      // After a reload, the page shows another price, or whether more is available.
      return problem({ message, nextStep: refusal.code === 'form_deleted' ? 'none' : 'reload' })
    case 403:
      return problem({ message, nextStep: 'none' })
    case 404:
      return problem({ message, advice: t('Reload the page to see what has changed.'), nextStep: 'reload' })
    case 422:
      return problemOfFields(refusal.errors, message)
    case 429: {
      const waitSeconds = Math.max(refusal.waitSeconds, 1)
      const advice = t('You have not been charged. You can try again in {time}.', {
        time: durationText(waitSeconds),
      })
      return problem({ message, advice, waitSeconds })
    }
    case 409:
      return problem({
        message,
        nextStep: stepAfterConflict(refusal.code),
        advice:
          refusal.code === 'trial_used'
            ? t('You can start without a trial. The price due today is shown above.')
            : '',
      })
    default:
      return problem({ message, waitSeconds: refusal.waitSeconds })
  }
}

function stepAfterConflict(code: string): NextStep {
  if (code === 'form_paused') return 'reload'
  if (code === 'trial_used') return 'without-trial'
  return code === 'bought_before' ? 'buy-again' : 'retry'
}

/** Each further decline makes the buyer wait longer before the next attempt. */
function waiting(declined: Problem, waitSeconds: number): Problem {
  if (waitSeconds === 0) return declined
  const wait = t('You can try again in {time}.', { time: durationText(waitSeconds) })
  const advice = `${declined.advice} ${wait}`.trim()
  return { ...declined, advice, waitSeconds }
}

function problemOfFields(errors: Readonly<Record<string, string>>, message: string): Problem {
  const { email, name, amount, ...others } = errors
  // The buyer can enter another amount or change other choices.
  if (amount !== undefined) return problem({ message: amount, nextStep: 'correct-fields' })
  const answers = Object.entries(others).filter(([field]) => isAnswer(field))
  const fields = {
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name }),
    ...(answers.length > 0 && { questions: '', ...Object.fromEntries(answers) }),
  }
  const [other] = Object.entries(others).flatMap(([field, text]) => (isAnswer(field) ? [] : [text]))
  if (other !== undefined) {
    const advice = t('Reload the page to see what has changed.')
    return problem({ message: other, advice, nextStep: 'reload', fields })
  }
  return problem({ message, nextStep: 'correct-fields', fields })
}

function isAnswer(field: string): boolean {
  return /^(?:answers|details)\./.test(field)
}

/**
 * Whether the server asks for something that this page may not show, because the seller has since changed the
 * form's questions.
 */
export function asksMore({ status, errors }: Refusal): boolean {
  return status === 422 && Object.keys(errors).some(isAnswer)
}

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
 * Describes a declined payment as a problem for the buyer. `reason` is the provider's decline code or error
 * code, `message` is suitable for buyers, and `method` is the provider's name for the payment method, or null
 * if unknown.
 */
export function problemOfDecline(reason: string, message: string, method: string | null = null): Problem {
  const at = 'card'
  const tryAnother = t('Try again or use another card.')
  if (method !== null && method !== 'card' && method !== 'link') {
    const refused = t('Your bank did not complete the payment. You have not been charged.')
    return problem({ at, message: refused, advice: t('Try again or use another payment method.') })
  }
  if (concealedReasons.has(reason)) {
    // Same as a generic decline.
    return problem({
      at,
      message: t('Your card was declined.'),
      advice: tryAnother,
      nextStep: 'another-card',
    })
  }
  const told = message === '' ? paymentMessages.failed : declineText(reason, message)
  if (correctable.has(reason)) {
    return problem({
      at,
      message: told,
      advice: t('Please correct it and try again.'),
      nextStep: 'correct-card',
    })
  }
  if (anotherCard.has(reason)) {
    return problem({ at, message: told, advice: t('Try another card.'), nextStep: 'another-card' })
  }
  if (passing.has(reason)) return problem({ at, message: told, advice: t('Try again in a moment.') })
  if (authentication.has(reason)) {
    const refused = t('Your bank could not verify you. You have not been charged.')
    return problem({ at, message: refused, advice: t('Try again or use another payment method.') })
  }
  return problem({ at, message: told, advice: tryAnother, nextStep: 'another-card' })
}

/** The bank has not responded yet. The buyer can continue there or cancel the payment. */
export function unconfirmed(): Problem {
  return problem({
    message: t('Your bank has not confirmed the payment. You have not been charged.'),
    advice: t('Continue with your bank or use another payment method.'),
    nextStep: 'confirm-at-bank',
  })
}

/** The problem if it is unknown whether a canceled payment can still be charged. */
export function notGivenUp(): Problem {
  return problem({
    message: t('This payment could not be canceled yet.'),
    advice: t('Try again in a moment or continue with your bank.'),
    nextStep: 'confirm-at-bank',
  })
}

export function unseen(): Problem {
  return problem({
    message: t('We do not know yet whether your bank completed the payment.'),
    advice: t('Check your email for a receipt before you pay again.'),
  })
}

export function repriced(message: string): Problem {
  return problem({
    message,
    advice: t('You have not been charged. Please check the new total and try again.'),
    nextStep: 'accept-price',
  })
}

export function outdated(message: string): Problem {
  const advice = t('You have not been charged. Reload the page to see the new price.')
  return problem({ message, advice, nextStep: 'reload' })
}
