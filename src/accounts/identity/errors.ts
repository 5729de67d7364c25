import { Failure } from '#foundation/failures/failure.ts'
import { securityMessages } from './messages.ts'

/** The texts of failed sign-ins and sign-ups, by code and with the field that each belongs to. */
export const identityMessages = {
  'user-not-found': { field: 'email', message: 'User does not exist' },
  'wrong-password': { field: 'password', message: 'Wrong password ' },
  'invalid-email': {
    field: 'email',
    message: 'Invalid Email format , please verify the email you entered ',
  },
  'weak-password': { field: 'password', message: 'Password is weak ' },
  'email-already-in-use': { field: 'email', message: 'Email is already is use ' },
  other: { field: 'server', message: 'Server Error , please try again or contact admin' },
} as const

type IdentityCode = keyof typeof identityMessages

const statuses: Readonly<Record<IdentityCode, number>> = {
  'user-not-found': 401,
  'wrong-password': 401,
  'invalid-email': 422,
  'weak-password': 422,
  'email-already-in-use': 409,
  other: 500,
}

/** A sign-in or sign-up that was refused, with the exact text at its field. */
export class IdentityRefused extends Failure {
  readonly status: number
  readonly code: IdentityCode
  override readonly errors: Readonly<Record<string, string>>

  constructor(code: IdentityCode) {
    const { field, message } = identityMessages[code]
    super(message)
    this.code = code
    this.status = statuses[code]
    this.errors = { [field]: message }
  }
}

const codeTexts = {
  'code-required': securityMessages.codeRequired,
  'wrong-code': securityMessages.wrongCode,
} as const

/** The password is right, and the second factor is missing or wrong. */
export class SecondFactorRefused extends Failure {
  readonly status = 401
  readonly code: keyof typeof codeTexts
  override readonly errors: Readonly<Record<string, string>>

  constructor(code: keyof typeof codeTexts) {
    super(codeTexts[code])
    this.code = code
    this.errors = { code: codeTexts[code] }
  }
}

export class PasskeyRefused extends Failure {
  readonly status = 401
  readonly code = 'passkey-refused'
}

/** Who signs in without a password proves otherwise who they are. */
export class NoPassword extends Failure {
  readonly status = 409
  readonly code = 'no_password'

  constructor() {
    super(securityMessages.noPassword)
  }
}

export class IssuerUnreachable extends Failure {
  readonly status = 503
  readonly code = 'issuer_unreachable'
  override readonly retryAfter = 5

  constructor() {
    super('This sign-in is not available at the moment. Use your email and password, or try again.')
  }
}

export class ConnectedElsewhere extends Failure {
  readonly status = 409
  readonly code = 'connected_elsewhere'

  constructor() {
    super('This sign-in is already connected to another account')
  }
}
