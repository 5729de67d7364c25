import { createHash } from 'node:crypto'

/** A message's short name in a page's script and among its texts: five characters, safe in JSON and in a link. */
export function messageId(message: string): string {
  return createHash('sha256').update(message).digest('base64url').slice(0, 5)
}
