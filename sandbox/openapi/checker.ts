import type { Match } from '#api/router.ts'
import type { Json, JsonObject } from '#json.ts'

export type Violation = {
  readonly operation: string
  readonly direction: 'request' | 'answer'
  readonly status?: number
  readonly problems: string[]
}

/** Compares what goes in and out with the provider's published schemas. What differs is reported, not changed. */
export type Checker = {
  /** For requests that the sandbox takes: one that it refuses is the caller's concern. */
  readonly checkRequest: (match: Match, params: JsonObject) => void
  /** For answers to the secret key: what a publishable key gets to see has no schema. */
  readonly checkAnswer: (
    match: Match,
    answer: { status: number; body: string },
    expand: Json | undefined,
  ) => void
  readonly violations: () => Violation[]
}
