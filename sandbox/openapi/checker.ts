import type { Match } from '#api/router.ts'
import type { Json, JsonObject } from '#json.ts'

export type Violation = {
  readonly operation: string
  readonly direction: 'request' | 'answer'
  readonly status?: number
  readonly problems: string[]
}

/** Compares requests and answers with the provider's published schemas. Differences are reported, not changed. */
export type Checker = {
  /** For requests the sandbox accepts: a refused one is the caller's concern. */
  readonly checkRequest: (match: Match, params: JsonObject) => void
  /** For answers to the secret key: answers to a publishable key have no schema. */
  readonly checkAnswer: (
    match: Match,
    answer: { status: number; body: string },
    expand: Json | undefined,
  ) => void
  readonly violations: () => Violation[]
}
