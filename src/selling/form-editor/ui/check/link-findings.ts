import { plainWebAddress } from '#foundation/typed/read-web-address.ts'
import type { Finding } from './finding.ts'
import type { FormValues } from '../editor/form-values.ts'
import type { LinkedCode } from '#selling/coupons/contract.ts'

type Linked = { readonly field: Finding['field']; readonly where: string; readonly code: string }

const fates = {
  off: 'is switched off',
  ended: 'has ended',
  'used-up': 'has been used up',
} as const satisfies Record<Exclude<LinkedCode['state'], 'works'>, string>

/** Links of the form to payment pages of ours, with a code that lowers nothing. */
export function linkFindings(values: FormValues, codes: readonly LinkedCode[]): Finding[] {
  return linkedCodes(values).flatMap(({ field, where, code }) => {
    const known = codes.find((one) => one.code.toUpperCase() === code.toUpperCase())
    if (known?.state === 'works') return []
    const fate = known === undefined ? 'is no code of your shop' : fates[known.state]
    const text = `${where} carries the code ${code}, which ${fate}.`
    const page = known && { label: 'Open the coupon', path: `/coupons/edit/${known.couponId}` }
    return [{ field, text, weight: 'problem', mend: null, ...(page && { page }) }]
  })
}

/** The codes that the form's own links carry; addresses elsewhere may mean anything by the same word. */
export function linkedCodes({ redirectUrl, timers }: FormValues): Linked[] {
  const after = codeIn(redirectUrl)
  return [
    ...(after === null
      ? []
      : [{ field: 'redirectUrl' as const, where: 'The redirect address', code: after }]),
    ...timers.flatMap(({ title, redirectUrl: address }) => {
      const code = codeIn(address)
      return code === null ? [] : [{ field: 'timers' as const, where: `The address after “${title}”`, code }]
    }),
  ]
}

function codeIn(address: string | null | undefined): string | null {
  const url = URL.parse(plainWebAddress(address ?? ''))
  if (url === null || url.origin !== globalThis.location?.origin) return null
  if (!/^\/(payment|s)\//.test(url.pathname)) return null
  const code = url.searchParams.get('coupon')?.trim() ?? ''
  return /^[A-Za-z0-9_-]{1,40}$/.test(code) ? code : null
}
