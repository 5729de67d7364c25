import type { JsonObject } from '#json.ts'

export type ErrorType =
  | 'api_error'
  | 'card_error'
  | 'idempotency_error'
  | 'invalid_request_error'
  | 'rate_limit_error'

/** An error response in Stripe's format. */
export class ApiError extends Error {
  readonly status: number
  readonly type: ErrorType
  readonly body: { error: JsonObject }
  readonly headers: Record<string, string>
  /** Declining a card stores the failed charge. Every other error undoes all effects of its request. */
  readonly commitsEffects: boolean

  constructor(
    status: number,
    error: JsonObject & { type: ErrorType; message: string },
    options: { headers?: Record<string, string>; commitsEffects?: boolean } = {},
  ) {
    super(error.message)
    this.status = status
    this.type = error.type
    this.body = { error: withDocumentation(error) }
    this.headers = options.headers ?? {}
    this.commitsEffects = options.commitsEffects ?? false
  }

  /** Returns the same error, but the effects of its request are kept. */
  committing(): ApiError {
    return new ApiError(this.status, { ...this.body.error, ...this.essentials() }, { commitsEffects: true })
  }

  /** Returns the same error without these fields. The effects of its request are undone. */
  without(fields: string[]): ApiError {
    const rest = Object.fromEntries(
      Object.entries(this.body.error).filter(([name]) => !fields.includes(name)),
    )
    return new ApiError(this.status, { ...rest, ...this.essentials() })
  }

  private essentials(): { type: ErrorType; message: string } {
    return { type: this.type, message: this.message }
  }
}

function withDocumentation(error: JsonObject): JsonObject {
  if (typeof error.code !== 'string') return error
  return { ...error, doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}` }
}

export function invalidRequest(message: string, details: { code?: string; param?: string } = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...details })
}

export function unexpectedState(
  kind: 'payment_intent' | 'setup_intent',
  message: string,
  intent: JsonObject,
) {
  return new ApiError(400, {
    type: 'invalid_request_error',
    code: `${kind}_unexpected_state`,
    message,
    [kind]: intent,
  })
}

export function resourceMissing(kind: string, id: string, param = 'id'): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
}

export function unknownPath(method: string, path: string): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  })
}

export function unauthorized(message: string): ApiError {
  return new ApiError(
    401,
    { type: 'invalid_request_error', message },
    { headers: { 'WWW-Authenticate': 'Bearer realm="Stripe"' } },
  )
}

export function forbidden(message: string, code?: string): ApiError {
  return new ApiError(403, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
  })
}

export function internalError(): ApiError {
  return new ApiError(500, {
    type: 'api_error',
    message: 'Something went wrong in the sandbox. See its log for details.',
  })
}
