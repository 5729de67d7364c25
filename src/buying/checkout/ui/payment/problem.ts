import type { PurchaseOutcome } from '#payments/purchases/contract.ts'

/** What a buyer can do next about a payment that was not made. */
export type NextStep =
  | 'retry'
  | 'correct-card'
  | 'another-card'
  | 'correct-fields'
  | 'accept-price'
  | 'confirm-at-bank'
  | 'buy-again'
  | 'without-trial'
  | 'reload'
  | 'none'

/** A payment that was not made, as text: the problem and the next step. Nothing was charged. */
export type Problem = {
  /** Where the problem is shown: in the provider's own fields, below them, or next to the button. */
  readonly at: 'fields' | 'card' | 'payment'
  readonly message: string
  readonly advice: string
  readonly nextStep: NextStep
  readonly fields: Readonly<Record<string, string>>
  /** The seconds to wait before the next attempt. */
  readonly waitSeconds: number
  /** The order whose payment method was declined. Missing if none was, or if a link cannot continue it. */
  readonly lost?: Pick<PurchaseOutcome, 'purchaseId' | 'secret'>
}

const plain = { at: 'payment', advice: '', nextStep: 'retry', fields: {}, waitSeconds: 0 } as const

/** A problem with default values for everything that the cause does not set. */
export function problem(services: Partial<Problem> & { readonly message: string }): Problem {
  return { ...plain, ...services }
}

/**
 * Whether the buyer has already said yes to buying again. If a trial is rejected after that answer, nothing is charged
 * and the question must not come back.
 */
export function isAgain(step: NextStep | undefined, saidYes: string | null, email: string): boolean {
  return step === 'buy-again' || (step === 'without-trial' && saidYes === email)
}
