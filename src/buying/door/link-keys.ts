import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '#foundation/db/new-id.ts'

/** What a key opens: the link of a mail, or the session that it becomes. */
type Purpose = 'link' | 'session'

/** What opens a buyer's link or session: its id, and proof that we made it. Nothing that is stored opens anything. */
export function keyOf(secret: string, purpose: Purpose, id: string): string {
  return `${id}.${proofOf(secret, purpose, id)}`
}

/** The id of a key; undefined where we did not make it for this. */
export function readKey(secret: string, purpose: Purpose, key: string): string | undefined {
  const [id = '', proof = ''] = key.split('.')
  if (!isId(id)) return undefined
  const [given, expected] = [Buffer.from(proof), Buffer.from(proofOf(secret, purpose, id))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
}

function proofOf(secret: string, purpose: Purpose, id: string): string {
  return createHmac('sha256', secret).update(`buyer-${purpose}:${id}`).digest('base64url')
}
