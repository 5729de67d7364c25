import type { Match } from '#api/router.ts'
import type { Json, JsonObject } from '#json.ts'

export type Violation = {
  readonly operation: string
  readonly direction: 'request' | 'answer'
  readonly status?: number
  readonly problems: string[]
}

/** Compares requests and responses with Stripe's published schemas. It only reports differences. */
export type Checker = {
  /** Checks only requests that the sandbox accepts. A rejected one is the caller's mistake. */
  readonly checkRequest: (match: Match, params: JsonObject) => void
  /** Checks only responses to the secret key, because Stripe publishes no schema for publishable keys. */
  readonly checkAnswer: (
    match: Match,
    answer: { status: number; body: string },
    expand: Json | undefined,
  ) => void
  readonly violations: () => Violation[]
}
