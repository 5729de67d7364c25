import type { plainEmail } from '#foundation/typed/read-email.ts'
import type { readWhole } from '#foundation/typed/read-number.ts'
import type { readTyped, emailProblem } from './read-typed.ts'

/** Readers of free-form input; they come with the late parts, once the buyer is at the form. */
type Readers = {
  readonly plainEmail: typeof plainEmail
  readonly emailProblem: typeof emailProblem
  readonly readTyped: typeof readTyped
  readonly readWhole: typeof readWhole
}

/** Undefined until they load: until then the page reads only the plainest input and leaves the rest to the API. */
export let readers: Readers | undefined

export function registerReaders(known: Readers): void {
  readers = known
}
