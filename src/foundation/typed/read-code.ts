import { plainSigns } from './plain-signs.ts'

/**
 * Reads codes for coupons and sign-ins: letters, digits, hyphens and underscores in simple form, whatever an
 * input method, chat or spreadsheet has made of them. Surrounding marks, such as quotation marks, are
 * removed.
 */
export function plainCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/\p{DI}/gu, '')
    .replaceAll(/[\p{Pd}\u2212\u2043]/gu, '-')
    .replaceAll(/^[^\p{L}\p{N}_-]+|[^\p{L}\p{N}_-]+$/gu, '')
}

const label = new RegExp(
  `^(?:[^:]{1,40}:|(?:(?:my|use|the|enter) )*(?:${[
    '(?:(?:coupon|discount|promo(?:tion)?|voucher|gift|offer) ?-?)?code',
    'use|coupon|voucher|promo|rabatt|kupon',
    '(?:gutschein|rabatt|aktions)(?:-?code)?',
    'code (?:promo|de réduction)|código(?: (?:de descuento|promocional|de desconto))?',
    'codice(?: (?:sconto|promozionale))?|cup[oóã]n|cupom|kortingscode|rabattkod|kod(?: rabatowy)?',
    'クーポン(?:コード)?|プロモコード|优惠码|優惠碼|쿠폰(?: ?코드)?|промокод|купон|كود|رمز',
  ].join('|')}) )`,
  'iu',
)

/** The text after a label, such as "Code: SUMMER" or "use code SUMMER at checkout", or null if there is none. */
export function labeledCode(typed: string): string | null {
  const text = typed.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  const [found = ''] = label.exec(text) ?? []
  const [code = ''] = text.slice(found.length).split(/\(| (?:at|for|on|to) /i)
  return code.length === text.length || soughtCode(code) === '' ? null : soughtCode(code)
}

/** A code in the form for comparison: grouping and the script of the digits make no difference. */
export function soughtCode(typed: string): string {
  return plainCode(plainSigns(typed)).replaceAll(/\s/g, '')
}
