/** A refusal that a caller is told about: `code` for programs, `message` for people, never our insides. */
export abstract class Failure extends Error {
  abstract readonly status: number
  abstract readonly code: string
  /** Field path to message: with 422, and with a 409 that one field is the reason of. */
  readonly errors: Readonly<Record<string, string>> | undefined = undefined
  /** What the caller's program needs to go on, such as a fresh quote. */
  readonly details: unknown = undefined
  /** Seconds after which it makes sense to try again. */
  readonly retryAfter: number | undefined = undefined
}

/**
 * The class of the failures of one code. Its text is always the same, or made of what `new` is given; `field` is the one
 * input field that it is about.
 */
export function defineFailure<Given extends readonly unknown[] = []>(
  code: string,
  status: number,
  text: string | ((...given: Given) => string),
  { field, retryAfter }: { readonly field?: string; readonly retryAfter?: number } = {},
) {
  return class extends Failure {
    readonly status = status
    readonly code = code
    override readonly errors = field === undefined ? undefined : { [field]: this.message }
    override readonly retryAfter = retryAfter

    constructor(...given: Given) {
      super(typeof text === 'string' ? text : text(...given))
    }
  }
}

export class InvalidFields extends Failure {
  readonly status = 422
  readonly code = 'invalid_fields'
  override readonly errors: Readonly<Record<string, string>>

  constructor(errors: Readonly<Record<string, string>>) {
    super(Object.values(errors)[0] ?? 'Check the highlighted fields')
    this.errors = errors
  }
}

export class NotFound extends Failure {
  readonly status = 404
  readonly code = 'not_found'

  constructor(message = 'This does not exist') {
    super(message)
  }
}

/** Answers what was looked for; throws NotFound where there is none. */
export function found<T>(sought: T | undefined): T {
  if (sought === undefined) throw new NotFound()
  return sought
}

export class NotSignedIn extends defineFailure('not_signed_in', 401, 'Sign in to continue') {}

export class NotAllowed extends Failure {
  readonly status = 403
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The present state does not allow what was asked. */
export class Conflict extends Failure {
  readonly status = 409
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export class TooManyRequests extends Failure {
  readonly status = 429
  readonly code = 'too_many_requests'
  override readonly retryAfter: number

  constructor(retryAfter: number, message = 'Too many attempts. Wait a moment and try again.') {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** More is under way than can be served soon. */
export class Overloaded extends Failure {
  readonly status = 503
  readonly code = 'overloaded'
  override readonly retryAfter = 1

  constructor(message = 'We are busy right now. Try again in a few seconds.') {
    super(message)
  }
}

/** As many requests of one network are under way as may be, however few there are of others. */
export class NetworkBusy extends Overloaded {
  constructor() {
    super(networkIsBusy)
  }
}

export const networkIsBusy =
  'Too many requests come from your network at the moment. Try again in a few seconds.'

export class BodyTooLarge extends defineFailure('too_large', 413, 'The request is too large') {}

/** What was sent is nothing that has fields. */
export class UnexpectedKind extends defineFailure(
  'unreadable',
  400,
  'The request body is not of the expected kind',
) {}

/** The body is no JSON that we read: malformed, nested too deep, or not UTF-8. */
export class UnreadableBody extends defineFailure('unreadable', 400, 'The request cannot be read') {}

export class UnsupportedEncoding extends defineFailure(
  'unsupported_content_type',
  415,
  'Send the request without compression',
) {}

/** A route that the route table does not name is closed, whoever calls. */
export class ClosedRoute extends defineFailure('not_found', 404, 'This address does not exist') {}

export class AddressTooLong extends defineFailure('address_too_long', 414, 'The address is too long') {}
