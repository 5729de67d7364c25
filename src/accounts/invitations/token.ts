import { createHash, createHmac } from 'node:crypto'

/**
 * The token of an invitation's link. It is made from the invitation and the product's secret each time it is needed, so
 * that the database keeps no more than its hash.
 */
export function invitationToken(authSecret: string, id: string, issue: number): string {
  const secret = createHmac('sha256', authSecret).update('invitations').digest()
  return createHmac('sha256', secret).update(`${id}:${issue}`).digest('base64url')
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** The link; behind the `#` it reaches no server, no log and no other site. */
export function invitationUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/invitation#${token}`
}
