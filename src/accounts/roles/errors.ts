import { Failure } from '#foundation/failures/failure.ts'

/** A change of roles that the present state does not allow; the message says why. */
export class RoleConflict extends Failure {
  readonly status = 409
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Nobody would be left to govern the platform. */
export class LastSuperAdmin extends Failure {
  readonly status = 409
  readonly code = 'last_super_admin'

  constructor() {
    super('You are the last SuperAdmin. Make somebody else one before you leave.')
  }
}
