import { Failure } from '#foundation/http/errors.ts'

/** A team would be left without an owner. */
export class OwnerOfTeam extends Failure {
  readonly status = 409
  readonly code = 'owner_of_team'

  constructor() {
    super('You own this shop. Make somebody else its owner on your team page, then come back.')
  }
}
