import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import { button, small, text } from '#foundation/mail/mail-body.ts'
import type { Config } from '#foundation/config/config.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'

export type Addresses = Pick<Config, 'authSecret' | 'publicUrl'>

/**
 * The token of an invitation's link. It is computed from the invitation and AUTH_SECRET each time, so the database
 * stores only its hash.
 */
export function invitationToken(authSecret: string, id: string, issue: number): string {
  const secret = createHmac('sha256', authSecret).update('invitations').digest()
  return createHmac('sha256', secret).update(`${id}:${issue}`).digest('base64url')
}

/**
 * The token that is sent only in the invitation's email. It proves that its holder can read email at that address. The
 * inviter gets a different token to pass on.
 */
export function mailedToken(authSecret: string, token: string): string {
  return `${token}.${signatureOf(authSecret, proved(token))}`
}

/** Whether a token came from the invitation's email. */
export function isMailed(authSecret: string, given: string): boolean {
  const [token = '', proof = ''] = given.split('.')
  return isSignature(authSecret, proved(token), proof)
}

function proved(token: string): string {
  return `mailed-invitation:${token}`
}

/** The stored hash of a token. Both kinds of token open the same invitation. */
export function tokenHash(given: string): string {
  const [token = ''] = given.split('.')
  return createHash('sha256').update(token).digest('base64url')
}

/** The invitation link. The part after the `#` reaches no server, log or other site. */
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

/** Emails the invited person the link that accepts the invitation. */
export async function writeInvitation({ authSecret, publicUrl }: Addresses, data: unknown): Promise<Message> {
  const { id, issue, sellerName, roleName, ...names } = invitation.parse(data)
  const inviter = plainName(names.inviterName)
  const seller = sellerName === null ? null : plainName(sellerName)
  const subject =
    seller === null
      ? t('You are invited to become a Tillform partner')
      : inviter === seller || inviter === ''
        ? t('Join {seller} on Tillform', { seller })
        : t('{inviter} invites you to {seller}', { inviter, seller })
  const what =
    seller === null
      ? t('{inviter} invited you to sell with Tillform as a partner.', { inviter })
      : t('{inviter} invited you to join {seller} on Tillform with the role “{role}”.', {
          inviter,
          seller,
          role: plainName(roleName ?? ''),
        })
  const when = t('This invitation expires in seven days and only works for this email address.')
  const aside = t('If you were not expecting this, you can ignore this email.')
  const token = mailedToken(authSecret, invitationToken(authSecret, id, issue))
  const url = invitationUrl(publicUrl, token)
  return {
    subject,
    text: [what, when, '', t('View your invitation:'), url, '', aside].join('\n'),
    body: {
      heading: subject,
      parts: [text(what), text(when), button(t('View invitation'), url), small(aside)],
    },
  }
}
