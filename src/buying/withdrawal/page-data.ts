export const statementKinds = ['withdrawal', 'cancellation'] as const
export type StatementKind = (typeof statementKinds)[number]

/** The fields of a withdrawal or cancellation; the last three are empty for a withdrawal. */
export type Statement = {
  readonly name: string
  readonly email: string
  readonly reference: string
  readonly ground: string
  readonly cause: string
  /** The earliest day it can end; empty for as soon as possible. */
  readonly endsOn: string
}

export type WithdrawalPageData =
  | FormPageData
  | ReviewPageData
  | ChoicePageData
  | ReceivedPageData
  | { readonly kind: 'notice'; readonly title: string; readonly text: string }

/** A purchase in words, with the key that opens it. */
export type Bought = { readonly what: string; readonly purchase: string; readonly key: string }

export type FormPageData = {
  readonly kind: 'form'
  readonly about: StatementKind
  readonly action: string
  /** The purchase it is about, for buyers who come from it; null for others, who enter it themselves. */
  readonly bought: Bought | null
  readonly values: Readonly<Record<keyof Statement, string>>
  readonly errors: Readonly<Partial<Record<keyof Statement, string>>>
  /** Why a statement was not received, or null if none was sent. */
  readonly problem: string | null
}

export type ReviewPageData = Pick<FormPageData, 'about' | 'action' | 'bought' | 'values'> & {
  readonly kind: 'review'
  readonly statement: string
  /** A statement sent several times under one id is received once. */
  readonly id: string
  readonly signature: string
}

/** Both steps in one for a buyer with the secret of a purchase, whose name and address are known. */
export type ChoicePageData = {
  readonly kind: 'choice'
  readonly action: string
  readonly name: string
  readonly email: string
  readonly right: string | null
  readonly parts: readonly { readonly id: string; readonly title: string; readonly amount: string }[]
  readonly next: readonly string[]
  readonly problem: string | null
  readonly backPath: string
}

export type ReceivedPageData = {
  readonly kind: 'received'
  readonly about: StatementKind
  readonly statement: string
  readonly name: string
  readonly email: string
  readonly received: string
  readonly proof: string
  /** The purchase page, for buyers who came from there. */
  readonly backPath: string | null
}

export type WithdrawalOnPage = {
  /** The buyer's right, or its end, in a sentence; null if nothing is left to withdraw from. */
  readonly right: string | null
  /** The page for withdrawing, or null where it is not possible, or no longer. */
  readonly path: string | null
  readonly isWithdrawn: boolean
  readonly made: readonly { readonly received: string; readonly outcome: string }[]
}
