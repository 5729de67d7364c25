import { plainCode } from '#foundation/typed/read-code.ts'
import { takenFor } from '../taken-for.ts'

/** What to know of a code while it is typed: one that a spreadsheet would write otherwise reaches buyers so. */
export function codeHint(typed: string, usual?: string): string | undefined {
  const code = plainCode(typed)
  const kind = takenFor(code)
  return kind === null
    ? usual
    : `Spreadsheets take ${code} for ${kind} and change it, so that buyers who get it from one cannot use it. Better begin with a word, such as SAVE-${code}.`
}
