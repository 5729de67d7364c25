import { plainSigns } from './plain-signs.ts'

/** The reader of tax numbers: blanks, hyphens and dots of every kind in their plain form, and nothing that nobody sees. */
export function plainTaxNumber(typed: string): string {
  return plainSigns(typed)
    .replaceAll(/[\s\p{Zs}]+/gu, ' ')
    .replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
    .replaceAll(/[\u00b7\u2022\u2027\u2219\u22c5\u30fb]/g, '.')
    .replaceAll(/['\u2018\u2019\u02bc\u2032`\u00b4]/g, '')
    .trim()
}
