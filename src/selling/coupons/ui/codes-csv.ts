import { saveFile } from '#web/kit/save-file.ts'
import type { CouponCode } from '../contract.ts'

type Written = Pick<CouponCode, 'code' | 'label' | 'taken' | 'maxRedemptions'>

/** Gives codes to the seller as a CSV file. */
export function saveCodes(codes: readonly Written[]): void {
  saveFile('codes.csv', new Blob([codesCsv(codes)], { type: 'text/csv;charset=utf-8' }))
}

/** Codes as a CSV file, with whom each was given to and how often it was used. */
export function codesCsv(codes: readonly Written[]): string {
  const rows = codes.map(({ code, label, taken, maxRedemptions }) =>
    [cell(code), cell(label), taken, maxRedemptions ?? ''].join(','),
  )
  return `${['Code,Label,Used,Limit', ...rows].join('\r\n')}\r\n`
}

/** A code may begin with a hyphen and a label with anything: no program that opens the file takes it for a formula. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
