import type { Match } from '#api/router.ts'
import type { Json, JsonObject } from '#json.ts'

export type Violation = {
  readonly operation: string
  readonly direction: 'request' | 'answer'
  readonly status?: number
  readonly problems: string[]
}

/** Compares requests and answers with Stripe's published schemas. Reports differences without changing anything. */
export type Checker = {
  /** For requests that the sandbox accepts, because a rejected one is the caller's concern. */
  readonly checkRequest: (match: Match, params: JsonObject) => void
  /** Only for answers to the secret key, because Stripe has no schema for a publishable key's. */
  readonly checkAnswer: (
    match: Match,
    answer: { status: number; body: string },
    expand: Json | undefined,
  ) => void
  readonly violations: () => Violation[]
}
