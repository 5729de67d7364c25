import { plainSigns } from './plain-signs.ts'

/**
 * Reads tax numbers, with spaces, hyphens and dots in simple form and without invisible characters. A word
 * before the number, such as "N° TVA", can stay. Marks around everything are removed.
 */
export function plainTaxNumber(typed: string): string {
  return withoutMarks(
    plainSigns(typed)
      .replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
      .replaceAll(/[\u00b7\u2022\u2027\u2219\u22c5\u30fb]/g, '.')
      .replaceAll(/['\u2018\u2019\u02bc\u2032`\u00b4\u0384\u1fbd\u1ffd]/g, '')
      .replaceAll(/\s*=\s*/g, ': ')
      // They announce a number.
      .replaceAll(/[\u00b0\u02da]/g, '\u00ba')
      .replaceAll(/\u2116|#/g, ' ')
      .replaceAll(/[\s\p{Zs}]+/gu, ' '),
  )
}

/** Marks around a tax number from a sentence, a cell or a footnote. A complete pair of brackets stays. */
function withoutMarks(text: string): string {
  if (!/\d/.test(text)) return text.trim()
  const plain = text.replace(/^[^\p{L}\p{N}(]+/u, '').replace(/[^\p{L}\p{M}\p{N})]+$/u, '')
  if (/^\([^()]*\)$/.test(plain)) return withoutMarks(plain.slice(1, -1))
  if (plain.endsWith(')') && !plain.includes('(')) return withoutMarks(plain.slice(0, -1))
  if (plain.startsWith('(') && !plain.includes(')')) return withoutMarks(plain.slice(1))
  return plain
}
