import { type Message, msg, say, t } from '#foundation/language/t.ts'

/** A rejected request. `code` is for programs and `message` for people. Neither contains internal details. */
export abstract class Failure extends Error {
  abstract readonly status: number
  abstract readonly code: string
  /** Messages by field path, for a 422 and for a 409 that a single field causes. */
  readonly errors: Readonly<Record<string, string>> | undefined = undefined
  /** Data for the program that made the request, such as a new quote. */
  readonly details: unknown = undefined
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined = undefined
}

/**
 * Defines the class of failures with a code. Their message is fixed or made from the arguments, in the request's
 * language. `field` is the input field it is about.
 */
export function defineFailure<Given extends readonly unknown[] = []>(
  code: string,
  status: number,
  text: string | Message | ((...given: Given) => string | Message),
  { field, retryAfter }: { readonly field?: string; readonly retryAfter?: number } = {},
) {
  return class extends Failure {
    readonly status = status
    readonly code = code
    override readonly errors = field === undefined ? undefined : { [field]: this.message }
    override readonly retryAfter = retryAfter

    constructor(...given: Given) {
      const said = typeof text === 'function' ? text(...given) : text
      super(typeof said === 'string' ? said : say(said))
    }
  }
}

export class InvalidFields extends Failure {
  readonly status = 422
  readonly code = 'invalid_fields'
  override readonly errors: Readonly<Record<string, string>>

  constructor(errors: Readonly<Record<string, string>>) {
    super(Object.values(errors)[0] ?? t('Check the highlighted fields'))
    this.errors = errors
  }
}

export class NotFound extends Failure {
  readonly status = 404
  readonly code = 'not_found'

  constructor(message = t('This does not exist')) {
    super(message)
  }
}

/** Returns the value, or throws NotFound if it is undefined. */
export function found<T>(sought: T | undefined): T {
  if (sought === undefined) throw new NotFound()
  return sought
}

export class NotSignedIn extends defineFailure('not_signed_in', 401, msg('Sign in to continue')) {}

export class NotAllowed extends Failure {
  readonly status = 403
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The current state of the item does not allow the request. */
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

  constructor(retryAfter: number, message = t('Too many attempts. Wait a moment and try again.')) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** Too many requests are in progress to answer more soon. */
export class Overloaded extends Failure {
  readonly status = 503
  readonly code = 'overloaded'
  override readonly retryAfter = 1

  constructor(message = t('We are busy right now. Try again in a few seconds.')) {
    super(message)
  }
}

/** One network has reached its own limit of requests in progress, even if other networks have few. */
export class NetworkBusy extends Overloaded {
  constructor() {
    super(networkIsBusy())
  }
}

export const networkIsBusy = () =>
  t('Too many requests are coming from your network right now. Try again in a few seconds.')

export class BodyTooLarge extends defineFailure('too_large', 413, msg('The request is too large')) {}

/** The request contains no fields. */
export class UnexpectedKind extends defineFailure(
  'unreadable',
  400,
  msg('The request body is not of the expected kind'),
) {}

/** The body is not JSON that we read: it is malformed, nested too deeply, or not UTF-8. */
export class UnreadableBody extends defineFailure('unreadable', 400, msg('The request cannot be read')) {}

export class UnsupportedEncoding extends defineFailure(
  'unsupported_content_type',
  415,
  msg('Send the request without compression'),
) {}

/** A route that is missing from the route table is closed to everyone. */
export class ClosedRoute extends defineFailure('not_found', 404, msg('This address does not exist')) {}

export class AddressTooLong extends defineFailure('address_too_long', 414, msg('The address is too long')) {}
