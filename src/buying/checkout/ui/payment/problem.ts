/** What the buyer can do about a payment that was not made. */
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

/** A payment that was not made, in words: what happened, and what to do now. Nothing has been charged. */
export type Problem = {
  /** Where it is said: by the provider's fields themselves, beneath them, or beside the button. */
  readonly at: 'fields' | 'card' | 'payment'
  readonly message: string
  readonly advice: string
  readonly nextStep: NextStep
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait before the next try. */
  readonly waitSeconds: number
}

const plain = { at: 'payment', advice: '', nextStep: 'retry', fields: {}, waitSeconds: 0 } as const

/** A problem with sensible parts where the cause has nothing to say about them. */
export function problem(services: Partial<Problem> & { readonly message: string }): Problem {
  return { ...plain, ...services }
}
