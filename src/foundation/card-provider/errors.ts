import { msg, t } from '#foundation/language/t.ts'
import { defineFailure } from '#foundation/failures/failure.ts'
import type { Decline } from './charged-card.ts'

/** The bank or the provider declined the card. `reason` is the decline code if there is one, or else the error code. */
export class CardDeclined extends Error {
  readonly reason: string
  readonly paymentIntentId: string | undefined
  readonly decline: Decline

  constructor(reason: string, message: string, paymentIntentId: string | undefined, decline: Decline) {
    super(message)
    this.reason = reason
    this.paymentIntentId = paymentIntentId
    this.decline = decline
  }
}

/** The provider rejected the request itself, so nothing happened. */
export class ProviderRefused extends Error {
  readonly code: string
  readonly param: string | undefined

  constructor(code: string, message: string, param: string | undefined) {
    super(message)
    this.code = code
    this.param = param
  }
}

/** The account is no longer connected: its seller disconnected it, or it was deleted. Nothing happened. */
export class AccountDisconnected extends ProviderRefused {}

/** The request contained something that cannot be encoded, so nothing was sent. */
export class NotSendable extends ProviderRefused {
  constructor(cause: unknown) {
    super('not_sendable', t('The payment service cannot accept this. You have not been charged.'), undefined)
    this.cause = cause
  }
}

/** The idempotency key was already used with other parameters, so an earlier request has taken place. */
export class IdempotencyKeyTaken extends Error {}

/** No request reached the provider, so nothing happened. */
export class ProviderUnreachable extends defineFailure(
  'provider_unreachable',
  503,
  msg('The payment service cannot be reached. You have not been charged.'),
  { retryAfter: 30 },
) {
  constructor(cause?: unknown) {
    super()
    this.cause = cause
  }
}

/** Only the provider knows whether the request took place. */
export class OutcomeUnknown extends Error {
  /** The provider reported a failure, and may repeat that response to the same key for a day. */
  readonly isStored: boolean

  constructor(cause: unknown, isStored = false) {
    super('The card provider did not respond')
    this.cause = cause
    this.isStored = isStored
  }
}

export class BadSignature extends defineFailure('bad_signature', 400, 'The signature does not match') {}
