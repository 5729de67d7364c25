import { defineFailure } from '#foundation/failures/failure.ts'

/** A team would be left without an owner. */
export class OwnerOfTeam extends defineFailure(
  'owner_of_team',
  409,
  'You own this shop. Make somebody else its owner on your team page, then come back.',
) {}

/** Whoever asked has left the team meanwhile, or was taken out of it. */
export class TeamChanged extends defineFailure(
  'team_changed',
  409,
  'You are no longer in this team. Load this page again, then come back.',
) {}
