import { decodedSigns } from './plain-signs.ts'

/** The length of the signature at the end of our keys. */
const signatureLength = 43

/**
 * The reader of keys in links: letters, digits, hyphens and underscores, separated by dots. Surrounding marks from
 * sentences or mail programs are dropped, and line breaks inside removed.
 */
export function plainKey(written: string): string {
  const typed = decodedSigns(written)
    // The end of an email's line.
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
