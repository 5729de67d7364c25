import type { plainEmail } from '#foundation/typed/read-email.ts'
import type { readWhole } from '#foundation/typed/read-number.ts'
import type { readTyped, emailProblem } from './read-typed.ts'

/**
 * Functions that read free-form input. They load with the later parts of the page, once the buyer has reached
 * the form.
 */
type Readers = {
  readonly plainEmail: typeof plainEmail
  readonly emailProblem: typeof emailProblem
  readonly readTyped: typeof readTyped
  readonly readWhole: typeof readWhole
}

/** Undefined until the functions load. Until then the page reads only simple input and leaves the rest to the API. */
export let readers: Readers | undefined

export function registerReaders(known: Readers): void {
  readers = known
}
