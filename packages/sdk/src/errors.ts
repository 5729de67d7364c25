/** A field's message by its path, such as `amount` or `lines.0.title`. */
export type FieldErrors = Readonly<Record<string, string>>

/**
 * Tillform rejected a call, or could not be reached.
 * - `status`: the HTTP status, or 0 if there was no response.
 * - `code`: for programs, such as `not_found`; `unreachable` without a response.
 * - `message`: for people.
 * - `errors`: messages by field, with status 422.
 * - `requestId`: identifies the call when you contact support.
 */
export class TillformError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldErrors
  readonly details: unknown
  readonly requestId: string

  constructor(problem: Problem, cause?: unknown) {
    super(problem.message, { cause })
    this.name = 'TillformError'
    this.status = problem.status
    this.code = problem.code
    this.errors = problem.errors ?? {}
    this.details = problem.details
    this.requestId = problem.requestId ?? ''
  }
}

export type Problem = {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly errors?: FieldErrors | undefined
  readonly details?: unknown
  readonly requestId?: string | undefined
}

/** Reads the body of a rejected call. If a proxy responded, it can be anything. */
export function problemOf(status: number, body: unknown): Problem {
  const given: Readonly<Record<string, unknown>> = isRecord(body) ? body : {}
  const { code, message, errors, details, requestId } = given
  return {
    status,
    code: typeof code === 'string' ? code : `http_${status}`,
    message: typeof message === 'string' ? message : `The server responded with ${status}`,
    errors: isTexts(errors) ? errors : undefined,
    details,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is FieldErrors {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string')
}
