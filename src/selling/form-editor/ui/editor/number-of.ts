import { readWhole } from '#foundation/typed/read-number.ts'

/**
 * A typed number that has to be there where it is asked for: what was emptied is no number, for the check to say so. Null is
 * what a switch puts in its place.
 */
export function countOf(typed: unknown): number | null {
  return typed === null ? null : (readWhole(typed) ?? Number.NaN)
}
