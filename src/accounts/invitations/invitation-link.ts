import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import { button, small, text } from '#foundation/mail/mail-body.ts'
import type { Config } from '#foundation/config/config.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'

export type Addresses = Pick<Config, 'authSecret' | 'publicUrl'>

/**
 * The token of an invitation's link. It is made from the invitation and the product's secret each time it is needed, so
 * that the database keeps no more than its hash.
 */
export function invitationToken(authSecret: string, id: string, issue: number): string {
  const secret = createHmac('sha256', authSecret).update('invitations').digest()
  return createHmac('sha256', secret).update(`${id}:${issue}`).digest('base64url')
}

/**
 * The same as the invitation's mail brings it, and nobody else ever sees it: whoever has it reads the mails of that address.
 * Whoever invites is shown the token alone, to hand it on.
 */
export function mailedToken(authSecret: string, token: string): string {
  return `${token}.${signatureOf(authSecret, proved(token))}`
}

/** Whether a token came by the invitation's mail. */
export function isMailed(authSecret: string, given: string): boolean {
  const [token = '', proof = ''] = given.split('.')
  return isSignature(authSecret, proved(token), proof)
}

function proved(token: string): string {
  return `mailed-invitation:${token}`
}

/** What is kept of a token; however it came, it opens the same invitation. */
export function tokenHash(given: string): string {
  const [token = ''] = given.split('.')
  return createHash('sha256').update(token).digest('base64url')
}

/** The link; behind the `#` it reaches no server, no log and no other site. */
export function invitationUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/invitation#${token}`
}

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
