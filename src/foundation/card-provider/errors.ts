import { defineFailure } from '#foundation/failures/failure.ts'

/** The bank or the provider refused the card. `reason` is the decline code where there is one, else the code. */
export class CardDeclined extends Error {
  readonly reason: string
  readonly paymentIntentId: string | undefined

  constructor(reason: string, message: string, paymentIntentId: string | undefined) {
    super(message)
    this.reason = reason
    this.paymentIntentId = paymentIntentId
  }
}

/** The provider answered that the request itself is wrong; nothing happened. */
export class ProviderRefused extends Error {
  readonly code: string
  readonly param: string | undefined

  constructor(code: string, message: string, param: string | undefined) {
    super(message)
    this.code = code
    this.param = param
  }
}

/** The account is no longer connected to us: its seller has taken that away, or it is gone. Nothing happened. */
export class AccountDisconnected extends ProviderRefused {}

/** The request could not even be written, because of something in it; nothing was sent. */
export class NotSendable extends ProviderRefused {
  constructor(cause: unknown) {
    super('not_sendable', 'The payment service cannot accept this. You have not been charged.', undefined)
    this.cause = cause
  }
}

/** The same idempotency key was used with other parameters: an earlier request with it did take place. */
export class IdempotencyKeyTaken extends Error {}

/** No request reached the provider, so nothing can have happened. */
export class ProviderUnreachable extends defineFailure(
  'provider_unreachable',
  503,
  'The payment service cannot be reached. You have not been charged.',
  { retryAfter: 30 },
) {
  constructor(cause?: unknown) {
    super()
    this.cause = cause
  }
}

/** The request may or may not have taken place: only asking the provider can tell. */
export class OutcomeUnknown extends Error {
  /** The provider failed in so many words, and may repeat that for a day to whoever asks with the same key. */
  readonly isStored: boolean

  constructor(cause: unknown, isStored = false) {
    super('The card provider gave no answer')
    this.cause = cause
    this.isStored = isStored
  }
}

export class BadSignature extends defineFailure('bad_signature', 400, 'The signature does not match') {}
