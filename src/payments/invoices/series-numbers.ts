/** How a shop numbers its invoices (see `InvoiceNumberingTable`). */
export type Numbering = {
  readonly pattern: string
  readonly creditPattern: string | null
  readonly digits: number
}

/** New shops' numbers: "2026-00001". */
export const defaultNumbering: Numbering = { pattern: '{YYYY}-', creditPattern: null, digits: 5 }

const yearPart = /\{YYYY\}|\{YY\}/g

export function hasYear(pattern: string): boolean {
  return pattern.search(yearPart) !== -1
}

/**
 * The prefix of a series in a year. `mark` distinguishes numbers after a restored backup from those it may
 * have lost: "2026-R0K3F9-".
 */
export function prefixOf(pattern: string, year: number, mark = ''): string {
  const text = pattern.replaceAll(yearPart, (part) =>
    part === '{YYYY}' ? String(year) : String(year % 100).padStart(2, '0'),
  )
  return mark === '' ? text : `${text}${mark}-`
}

/** The number at a position in a series. A number with more digits than the series has is written in full. */
export function numberAt(
  { prefix, digits }: { readonly prefix: string; readonly digits: number },
  at: number,
) {
  return `${prefix}${String(at).padStart(digits, '0')}`
}

/**
 * The mark for numbers after a restore at this time. It contains the minute, so that two restores of the same
 * backup differ too.
 */
export function markOf(restoredAt: Date): string {
  return `R${Math.floor(restoredAt.getTime() / 60_000)
    .toString(36)
    .toUpperCase()}`
}

/**
 * Whether numbers from two series could be the same text, because one prefix is the other followed by digits,
 * such as "20" and "2026". Equal prefixes are the same series.
 */
export function mayCollide(one: string, other: string): boolean {
  if (one === other) return false
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.startsWith(short) && /^\d+$/.test(long.slice(short.length))
}
