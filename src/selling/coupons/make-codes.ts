import { randomInt } from 'node:crypto'
import { isChangedBySpreadsheets } from '#foundation/csv/changed-by-spreadsheets.ts'

/** Without look-alikes: 0 and O, 1, I and L. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
/** Ten of these characters have 49 bits. With ten attempts in ten minutes, no one can guess them. */
const length = 10

/** Creates distinct codes that cannot be guessed and that spreadsheets do not change. */
export function makeCodes(count: number, prefix: string): string[] {
  const codes = new Set<string>()
  while (codes.size < count) {
    const code = prefix + makeCode()
    // Spreadsheets would change such a code: 219E345678, or ten digits after a zero.
    if (!isChangedBySpreadsheets(code)) codes.add(code)
  }
  return [...codes]
}

function makeCode(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}
