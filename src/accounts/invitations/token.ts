import { createHash, createHmac } from 'node:crypto'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'

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
