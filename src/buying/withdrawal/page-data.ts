/** What somebody does who states something without signing in. */
export const statementKinds = ['withdrawal', 'cancellation'] as const
export type StatementKind = (typeof statementKinds)[number]

/** What somebody says who withdraws, or cancels; the last three are empty for who withdraws. */
export type Statement = {
  readonly name: string
  readonly email: string
  readonly reference: string
  /** `ordinary` or `cause`. */
  readonly ground: string
  readonly cause: string
  /** The day before which it is not to end; empty: as soon as it can. */
  readonly endsOn: string
}

/** A page on which somebody withdraws from a contract. */
export type WithdrawalPageData =
  | FormPageData
  | ReviewPageData
  | ChoicePageData
  | ReceivedPageData
  | { readonly kind: 'notice'; readonly title: string; readonly text: string }

/** The first step: who withdraws from what. */
export type FormPageData = {
  readonly kind: 'form'
  readonly about: StatementKind
  readonly action: string
  /** Null where the address names no shop. */
  readonly sellerName: string | null
  readonly values: Readonly<Record<keyof Statement, string>>
  readonly errors: Readonly<Partial<Record<keyof Statement, string>>>
  /** Why what was sent was not received; null: it was not sent. */
  readonly problem: string | null
}

/** The second step: the whole statement, and its confirmation. */
export type ReviewPageData = Pick<FormPageData, 'about' | 'action' | 'sellerName' | 'values'> & {
  readonly kind: 'review'
  readonly statement: string
  /** What is to be received once, however often it is sent. */
  readonly id: string
  readonly signature: string
}

/** Both steps for who holds the secret of a purchase: name and address are known. */
export type ChoicePageData = {
  readonly kind: 'choice'
  readonly action: string
  readonly sellerName: string
  readonly name: string
  readonly email: string
  readonly right: string | null
  readonly parts: readonly { readonly id: string; readonly title: string; readonly amount: string }[]
  /** What comes of it, in sentences. */
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
  /** Where its proof is, in a sentence. */
  readonly proof: string
  /** The purchase's page, for who came from there. */
  readonly backPath: string | null
}

/** How a purchase stands for who may withdraw from it, as its page says it. */
export type WithdrawalOnPage = {
  /** What the law lets the buyer do, or no longer, in a sentence; null: nothing is left to withdraw from. */
  readonly right: string | null
  /** Where the buyer withdraws; null: not, or no longer. */
  readonly path: string | null
  /** A statement covers it that nobody has refused. */
  readonly isWithdrawn: boolean
  /** What was withdrawn from already. */
  readonly made: readonly { readonly received: string; readonly outcome: string }[]
}
