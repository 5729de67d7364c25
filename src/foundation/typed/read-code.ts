import { plainSigns } from './plain-signs.ts'

/**
 * The reader of codes, of coupons and of sign-ins: letters, digits, hyphens and underscores in their plain form, whatever an
 * input method, a chat or a spreadsheet has made of them. What stands around a code, such as quotation marks, is not of it.
 */
export function plainCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/\p{DI}/gu, '')
    .replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
    .replaceAll(/^[^\p{L}\p{N}_-]+|[^\p{L}\p{N}_-]+$/gu, '')
}

/** A code as it is looked for: in groups or in one, and in the digits of any script, it is the same. */
export function soughtCode(typed: string): string {
  return plainCode(plainSigns(typed)).replaceAll(/\s/g, '')
}
