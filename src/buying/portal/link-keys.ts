import { isId } from '#foundation/db/new-id.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'

/** What a key opens: the link of a mail, or the session that it becomes. */
type Purpose = 'link' | 'session'

/** What opens a buyer's link or session: its id, and proof that we made it. Nothing that is stored opens anything. */
export function keyOf(secret: string, purpose: Purpose, id: string): string {
  return `${id}.${signatureOf(secret, textOf(purpose, id))}`
}

/** The id of a key; undefined where we did not make it for this. */
export function readKey(secret: string, purpose: Purpose, key: string): string | undefined {
  const [id = '', proof = ''] = key.split('.')
  return isId(id) && isSignature(secret, textOf(purpose, id), proof) ? id : undefined
}

function textOf(purpose: Purpose, id: string): string {
  return `buyer-${purpose}:${id}`
}
