import { msg } from '#foundation/language/t.ts'
import { defineFailure, Failure } from '#foundation/failures/failure.ts'
import { identityMessages, securityMessages } from './messages.ts'

type IdentityCode = keyof typeof identityMessages

const statuses: Readonly<Record<IdentityCode, number>> = {
  'user-not-found': 401,
  'wrong-password': 401,
  'invalid-email': 422,
  'weak-password': 422,
  'email-already-in-use': 409,
  other: 500,
}

/** A rejected sign-in or sign-up, with the exact text for its field. */
export class IdentityRefused extends Failure {
  readonly status: number
  readonly code: IdentityCode
  override readonly errors: Readonly<Record<string, string>>

  constructor(code: IdentityCode) {
    const { field, message } = identityMessages[code]
    const said = message()
    super(said)
    this.code = code
    this.status = statuses[code]
    this.errors = { [field]: said }
  }
}

const codeTexts = {
  'code-required': securityMessages.codeRequired,
  'wrong-code': securityMessages.wrongCode,
} as const

/** The password is right but the second factor is missing or wrong. */
export class SecondFactorRefused extends Failure {
  readonly status = 401
  readonly code: keyof typeof codeTexts
  override readonly errors: Readonly<Record<string, string>>

  constructor(code: keyof typeof codeTexts) {
    const said = codeTexts[code]()
    super(said)
    this.code = code
    this.errors = { code: said }
  }
}

export class PasskeyRefused extends defineFailure('passkey-refused', 401, (message: string) => message) {}

/** People who sign in without a password prove their identity in another way. */
export class NoPassword extends defineFailure('no_password', 409, securityMessages.noPassword) {}

export class IssuerUnreachable extends defineFailure(
  'issuer_unreachable',
  503,
  msg('This sign-in is not available right now. Use your email and password, or try again later.'),
  { retryAfter: 5 },
) {}

export class ConnectedElsewhere extends defineFailure(
  'connected_elsewhere',
  409,
  msg('This sign-in is already connected to another account'),
) {}
