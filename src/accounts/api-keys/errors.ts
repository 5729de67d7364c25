import { defineFailure, Failure } from '#foundation/failures/failure.ts'
import { msg } from '#foundation/language/t.ts'
import { rules } from '#foundation/limits/rules.ts'
import { mostKeys } from './contract.ts'

export class KeyNotValid extends defineFailure(
  'key_not_valid',
  401,
  msg('This API key is not valid. It may have been revoked or expired, or its maker may have left the shop.'),
) {}

export class KeyInUrl extends defineFailure(
  'key_in_url',
  400,
  msg(
    'Send the API key in the Authorization header, never in a URL, because logs store URLs. Replace this key with a new one.',
  ),
) {}

export class ClosedToKeys extends defineFailure(
  'closed_to_keys',
  403,
  msg('API keys cannot do this. Sign in to do it.'),
) {}

export class KeyPaused extends defineFailure(
  'key_paused',
  403,
  msg(
    'This API key is paused, because it was used from more than {most} networks within an hour. Look at it under Settings › Developers.',
    { most: rules.networksOfKey.limit },
  ),
) {}

export class TooManyKeys extends defineFailure(
  'too_many_keys',
  409,
  msg('A shop can have up to {most} API keys. Revoke one first.', { most: mostKeys }),
) {}

export class KeyReused extends defineFailure(
  'idempotency_key_reused',
  422,
  msg('This Idempotency-Key was already used for a different request'),
) {}

export class StillInProgress extends defineFailure(
  'request_in_progress',
  409,
  msg('The first request with this Idempotency-Key is still running. Try again in a few seconds.'),
  { retryAfter: 2 },
) {}

export class Interrupted extends defineFailure(
  'request_interrupted',
  409,
  msg(
    'The first request with this Idempotency-Key took effect, but its response was lost. Check what it changed before you send another.',
  ),
) {}

/** Repeats the error that the same request got before. */
export class RepeatedRefusal extends Failure {
  readonly status: number
  readonly code: string
  override readonly errors: Failure['errors']
  override readonly details: unknown

  constructor({ status, code, message, errors, details }: Refusal) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
    this.details = details
  }
}

export type Refusal = Pick<Failure, 'status' | 'code' | 'message' | 'errors' | 'details'>
