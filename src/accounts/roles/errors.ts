import { Failure } from '#foundation/http/failures.ts'

/** A change of roles that the present state does not allow; the message says why. */
export class RoleConflict extends Failure {
  readonly status = 409
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
