import { day, pruneOld } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'

/** How long an attack is kept after its end, like all that is logged for security: a year. */
const retention = 365 * day

/** Deletes attacks that ended a year ago; answers how many. */
export async function pruneAttacks(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneOld(services, 'cardTestingAttacks', retention)
}
