import { z } from 'zod'
import { button, small, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import type { Addresses } from './invite.ts'
import { invitationToken, invitationUrl, mailedToken } from './token.ts'

const invitation = z.object({
  id: z.string(),
  issue: z.number(),
  inviterName: z.string(),
  sellerName: z.string().nullable(),
  roleName: z.string().nullable(),
})

/** Tells somebody that they are invited, with the link that accepts. */
export async function writeInvitation({ authSecret, publicUrl }: Addresses, data: unknown): Promise<Message> {
  const { id, issue, sellerName, roleName, ...names } = invitation.parse(data)
  const inviter = plainName(names.inviterName)
  const seller = sellerName === null ? null : plainName(sellerName)
  const subject =
    seller === null
      ? 'You are invited to become a Tillform partner'
      : `You are invited to join the team of ${seller}`
  const what =
    seller === null
      ? `${inviter} invites you to sell with Tillform as a partner.`
      : `${inviter} invites you to work on the payment forms of ${seller}, as “${plainName(roleName ?? '')}”.`
  const when = 'The invitation is valid for seven days and for this email address only.'
  const aside = 'If you did not expect it, there is nothing you need to do.'
  const token = mailedToken(authSecret, invitationToken(authSecret, id, issue))
  const url = invitationUrl(publicUrl, token)
  return {
    subject,
    text: [what, when, '', 'View the invitation:', url, '', aside].join('\n'),
    body: {
      heading: subject,
      parts: [text(what), text(when), button('View the invitation', url), small(aside)],
    },
  }
}
