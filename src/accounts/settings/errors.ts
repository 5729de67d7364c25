import { Failure } from '#foundation/failures/failure.ts'

/** A team would be left without an owner. */
export class OwnerOfTeam extends Failure {
  readonly status = 409
  readonly code = 'owner_of_team'

  constructor() {
    super('You own this shop. Make somebody else its owner on your team page, then come back.')
  }
}

/** Whoever asked has left the team meanwhile, or was taken out of it. */
export class TeamChanged extends Failure {
  readonly status = 409
  readonly code = 'team_changed'

  constructor() {
    super('You are no longer in this team. Load this page again, then come back.')
  }
}
