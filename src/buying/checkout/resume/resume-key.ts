import { isId } from '#foundation/db/new-id.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'

/**
 * The key in the link that brings a buyer back to an unfinished order: the recovery's id with our signature.
 * Database access alone is not enough to make one.
 */
export function resumeKey(secret: string, id: string): string {
  return `${id}.${signatureOf(secret, textOf(id))}`
}

/** The recovery's id, or undefined for a key that we did not sign. */
export function readResumeKey(secret: string, key: string): string | undefined {
  const [id = '', signature = ''] = key.split('.')
  return isId(id) && isSignature(secret, textOf(id), signature) ? id : undefined
}

function textOf(id: string): string {
  return `resume:${id}`
}
