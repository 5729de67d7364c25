/** A typed number that is no amount, such as a percentage: empty is null, a comma is a point; what is no number is left for the check. */
export function numberOf(typed: unknown): number | null {
  if (typeof typed === 'number') return typed
  const text = typeof typed === 'string' ? typed.trim().replace(',', '.') : ''
  return text === '' ? null : /^-?\d+(\.\d*)?$|^-?\.\d+$/.test(text) ? Number(text) : Number.NaN
}

/**
 * A typed number that has to be there where it is asked for: what was emptied is no number, for the check to say so. Null is
 * what a switch puts in its place.
 */
export function countOf(typed: unknown): number | null {
  return typed === null ? null : (numberOf(typed) ?? Number.NaN)
}
