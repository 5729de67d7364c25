import type { plainEmail } from '#foundation/typed/read-email.ts'
import type { readWhole } from '#foundation/typed/read-number.ts'
import type { readTyped, emailProblem } from './read-typed.ts'

/** What reads what buyers type in any way that people write it; it comes with the late parts, once the buyer is at the form. */
type Readers = {
  readonly plainEmail: typeof plainEmail
  readonly emailProblem: typeof emailProblem
  readonly readTyped: typeof readTyped
  readonly readWhole: typeof readWhole
}

/** None until they are there: until then the page reads what is typed in the plainest way, and leaves the rest to the API. */
export let readers: Readers | undefined

export function registerReaders(known: Readers): void {
  readers = known
}
