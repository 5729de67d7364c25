import type { PurchaseOutcome } from '#payments/purchases/contract.ts'

/** The buyer's options for a payment that was not made. */
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

/** A payment that was not made, in words: the problem and the next step. Nothing has been charged. */
export type Problem = {
  /** Its place: the provider's fields themselves, below them, or next to the button. */
  readonly at: 'fields' | 'card' | 'payment'
  readonly message: string
  readonly advice: string
  readonly nextStep: NextStep
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait before the next try. */
  readonly waitSeconds: number
  /** The order whose method was declined; absent: none was, or it cannot be continued by a link. */
  readonly lost?: Pick<PurchaseOutcome, 'purchaseId' | 'secret'>
}

const plain = { at: 'payment', advice: '', nextStep: 'retry', fields: {}, waitSeconds: 0 } as const

/** A problem with default parts where the cause gives none. */
export function problem(services: Partial<Problem> & { readonly message: string }): Problem {
  return { ...plain, ...services }
}
