import { problem, type Problem } from './problem.ts'

/** The bank has not answered yet; the buyer goes on there, or gives the payment up. */
export const unconfirmed = problem({
  message: 'Your bank has not confirmed the payment. You have not been charged.',
  advice: 'Continue with your bank, or pay another way.',
  nextStep: 'confirm-at-bank',
})

/** Whether it can still be charged is not known. */
export const notGivenUp = problem({
  message: 'This payment could not be canceled yet.',
  advice: 'Try again in a moment, or continue with your bank.',
  nextStep: 'confirm-at-bank',
})

export const unseen = problem({
  message: 'You have come back from your bank, but this page cannot see how it went.',
  advice: 'Look for our email before you pay again.',
})

export function repriced(message: string): Problem {
  return problem({
    message,
    advice: 'You have not been charged. Check the new total and pay again if you agree.',
    nextStep: 'accept-price',
  })
}

export function outdated(message: string): Problem {
  const advice = 'You have not been charged. Reload the page to see the new price.'
  return problem({ message, advice, nextStep: 'reload' })
}
