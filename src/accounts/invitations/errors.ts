import { Failure } from '#foundation/failures/failure.ts'

/** An invitation that cannot be accepted; the message says why. */
export class InvitationRefused extends Failure {
  readonly status: number
  readonly code: string

  constructor(status: 403 | 409 | 410, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Unknown, taken back, accepted or expired: all the same to who holds the link. */
export function invitationGone(): InvitationRefused {
  return new InvitationRefused(
    410,
    'invitation_gone',
    'This invitation is no longer valid. Ask whoever invited you for a new one.',
  )
}
