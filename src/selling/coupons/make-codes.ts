import { randomInt } from 'node:crypto'
import { takenFor } from './code-text.ts'

/** Without look-alikes: 0 and O, 1, I and L. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
/** Ten of these are 49 bits, out of reach at ten tries in ten minutes. */
const length = 10

/** Unguessable, distinct codes that spreadsheets leave as they are. */
export function makeCodes(count: number, prefix: string): string[] {
  const codes = new Set<string>()
  while (codes.size < count) {
    const code = prefix + makeCode()
    // Such as 219E345678, or ten digits and a zero before them.
    if (takenFor(code) === null) codes.add(code)
  }
  return [...codes]
}

function makeCode(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}
