import { createHash, randomBytes } from 'node:crypto'

/** Bytes. */
const length = 32
/** How many characters of an API key are shown later: enough to recognize it, too few to guess it. */
const shown = 14

const beginnings = { live: 'tf_live_', test: 'tf_test_' } as const

/** Creates a new API key. Its visible prefix lets scanners of public code find leaked keys. */
export function newKey(isTestMode: boolean): { readonly key: string; readonly prefix: string } {
  const key = beginnings[isTestMode ? 'test' : 'live'] + randomBytes(length).toString('hex')
  return { key, prefix: key.slice(0, shown) }
}

/** Whether a text contains a key's beginning. */
export function hasKey(text: string): boolean {
  return text.includes(beginnings.live) || text.includes(beginnings.test)
}

/** The hash of an API key that is stored. A key has 256 random bits, so it needs no salt. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
