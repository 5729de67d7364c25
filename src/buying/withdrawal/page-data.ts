export const statementKinds = ['withdrawal', 'cancellation'] as const
export type StatementKind = (typeof statementKinds)[number]

/** The fields of a withdrawal or cancellation. The last three are empty for a withdrawal. */
export type Statement = {
  readonly name: string
  readonly email: string
  readonly reference: string
  readonly ground: string
  readonly cause: string
  /** The earliest day on which the contract can end, or empty for as soon as possible. */
  readonly endsOn: string
}

export type WithdrawalPageData =
  | FormPageData
  | ReviewPageData
  | ChoicePageData
  | ReceivedPageData
  | { readonly kind: 'notice'; readonly title: string; readonly text: string }

/** A description of a purchase, and the key that opens it. */
export type Bought = { readonly what: string; readonly purchase: string; readonly key: string }

export type FormPageData = {
  readonly kind: 'form'
  readonly about: StatementKind
  readonly action: string
  /** The purchase, for buyers who come from its page. Null for others, who enter it themselves. */
  readonly bought: Bought | null
  readonly values: Readonly<Record<keyof Statement, string>>
  readonly errors: Readonly<Partial<Record<keyof Statement, string>>>
  /** Why a statement was not received, or null if none was sent. */
  readonly problem: string | null
}

export type ReviewPageData = Pick<FormPageData, 'about' | 'action' | 'bought' | 'values'> & {
  readonly kind: 'review'
  readonly statement: string
  /** The statement's id. Statements sent several times with the same id are received once. */
  readonly id: string
  readonly signature: string
}

/** Both steps on one page, for a buyer with the secret of a purchase, whose name and email address are known. */
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
  /** The path of the purchase page, for buyers who came from there. */
  readonly backPath: string | null
}

export type WithdrawalOnPage = {
  /** Describes the buyer's right or when it ended. Null if nothing is left to withdraw from. */
  readonly right: string | null
  /** The path of the page for withdrawing, or null if that is not, or no longer, possible. */
  readonly path: string | null
  readonly isWithdrawn: boolean
  readonly made: readonly { readonly received: string; readonly outcome: string }[]
}
