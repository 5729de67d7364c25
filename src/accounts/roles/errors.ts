import { defineFailure } from '#foundation/failures/failure.ts'

/** Nobody would be left to govern the platform. */
export class LastSuperAdmin extends defineFailure(
  'last_super_admin',
  409,
  'You are the last SuperAdmin. Make somebody else one before you leave.',
) {}
