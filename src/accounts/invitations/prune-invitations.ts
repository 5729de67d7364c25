import { day, pruneOld } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'

/** How long an invitation is kept after it could last be accepted, accepted or not. */
const retention = 30 * day

export async function pruneInvitations(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneOld(services, 'invitations', retention)
}
