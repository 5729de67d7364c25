import { decodedSigns } from './plain-signs.ts'

/** How long a signature of ours is, with which our keys end. */
const signatureLength = 43

/**
 * The reader of keys in links: letters, digits, hyphens and underscores, with dots between them. What a sentence or a mail
 * program has set around one is not of it, and a break within it goes.
 */
export function plainKey(written: string): string {
  const typed = decodedSigns(written)
    // The end of a mail's line.
    .replaceAll(/\p{DI}|=\s*(?=[\w-])/gu, '')
    .replace(/^[^\w-]+/, '')
  const key = firstKey(typed)
  if (lengthOf(key) >= signatureLength) return key
  const joined = firstKey(typed.replaceAll(/\s/g, ''))
  return lengthOf(joined) === signatureLength ? joined : key
}

function firstKey(text: string): string {
  return (/^[\w.-]*/.exec(text)?.[0] ?? '').replace(/\.+$/, '')
}

function lengthOf(key: string): number {
  return key.length - key.lastIndexOf('.') - 1
}
