import { msg } from '#foundation/language/t.ts'
import { defineFailure } from '#foundation/failures/failure.ts'

/** An unknown, revoked, accepted or expired invitation. All of these look the same to the link's holder. */
export class InvitationGone extends defineFailure(
  'invitation_gone',
  410,
  msg('This invitation has expired. Ask the person who invited you for a new one.'),
) {}

export class OtherAddress extends defineFailure(
  'other_address',
  403,
  msg('This invitation was sent to a different email address. Use that one.'),
) {}

/** Anyone can sign up with any email address, so inviting others requires a confirmed one. */
export class InviterUnconfirmed extends defineFailure(
  'email_unconfirmed',
  403,
  msg(
    'Confirm your email address before you invite people. The link is in the email we sent you when you signed up.',
  ),
) {}
