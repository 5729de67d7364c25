import { createHash, randomBytes } from 'node:crypto'

/** Bytes. */
const length = 32
/** How much of it is shown later: enough to recognize it, too little to guess it. */
const shown = 14

const beginnings = { live: 'tf_live_', test: 'tf_test_' } as const

/** A new key, and its visible beginning. Scanners of public code find leaked keys by it. */
export function newKey(isTestMode: boolean): { readonly key: string; readonly prefix: string } {
  const key = beginnings[isTestMode ? 'test' : 'live'] + randomBytes(length).toString('hex')
  return { key, prefix: key.slice(0, shown) }
}

/** Whether a text contains a key's beginning. */
export function hasKey(text: string): boolean {
  return text.includes(beginnings.live) || text.includes(beginnings.test)
}

/** The form in which a key is stored. It has 256 random bits, so no salt is needed. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
