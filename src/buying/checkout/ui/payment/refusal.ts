import { paymentMessages } from '#payments/purchases/messages.ts'
import { durationText } from '../timing/duration-text.ts'
import { problemOfDecline } from './next-step.ts'
import type { Refusal } from './pay-api.ts'
import { problem, type NextStep, type Problem } from './problem.ts'

/** The problem that a refused call is for the buyer. A new price is not among them: the page shows it first. */
export function problemOfRefusal(refusal: Refusal): Problem {
  const message = refusal.message === '' ? paymentMessages.failed : refusal.message
  switch (refusal.status) {
    case 402:
      return waiting(problemOfDecline(refusal.reason, refusal.message), refusal.waitSeconds)
    case 410:
      // Else the page has another price, or says when there is more.
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

const startWithout = 'You can start without a trial: the page now says what that costs today.'

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
  // What was named can be named anew, or other things chosen.
  if (amount !== undefined) return problem({ message: amount, nextStep: 'correct-fields' })
  const fields = { ...(email === undefined ? {} : { email }), ...(name === undefined ? {} : { name }) }
  const [other] = Object.values(others)
  if (other !== undefined) {
    const advice = 'Reload the page to see what has changed.'
    return problem({ message: other, advice, nextStep: 'reload', fields })
  }
  return problem({ message, nextStep: 'correct-fields', fields })
}
