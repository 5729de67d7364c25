import { isId } from '#foundation/db/new-id.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'

/**
 * The key in the link that brings a buyer back to an order they almost placed: the recovery's id with our signature, so
 * that nothing in the database opens it.
 */
export function resumeKey(secret: string, id: string): string {
  return `${id}.${signatureOf(secret, textOf(id))}`
}

/** The recovery's id; undefined for a key we did not make. */
export function readResumeKey(secret: string, key: string): string | undefined {
  const [id = '', signature = ''] = key.split('.')
  return isId(id) && isSignature(secret, textOf(id), signature) ? id : undefined
}

function textOf(id: string): string {
  return `resume:${id}`
}
