import { Failure } from '#foundation/http/errors.ts'

/** The owner cannot be taken out of their shop, nor leave it. */
export class OwnerStays extends Failure {
  readonly status = 409
  readonly code = 'owner_stays'

  constructor() {
    super('The owner cannot leave the team. Make somebody else the owner first.')
  }
}
