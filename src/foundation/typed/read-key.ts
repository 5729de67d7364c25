import { decodedSigns } from './plain-signs.ts'

/** The length of the signature at the end of our keys. */
const signatureLength = 43

/**
 * Reads keys from links: letters, digits, hyphens and underscores, separated by dots. Marks around them from
 * sentences or mail programs are removed, and so are line breaks inside.
 */
export function plainKey(written: string): string {
  const typed = decodedSigns(written)
    // A line break at the end of an email's line.
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
