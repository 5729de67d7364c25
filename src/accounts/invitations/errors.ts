import { defineFailure } from '#foundation/failures/failure.ts'

/** Unknown, taken back, accepted or expired: all the same to whoever holds the link. */
export class InvitationGone extends defineFailure(
  'invitation_gone',
  410,
  'This invitation is no longer valid. Ask whoever invited you for a new one.',
) {}

export class OtherAddress extends defineFailure(
  'other_address',
  403,
  'This invitation was sent to another email address. Use that one.',
) {}
