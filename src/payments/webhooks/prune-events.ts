import { day, pruneOld } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'

/** How long an event is kept after it was worked off: the provider delivers none again after a month. */
const retention = 90 * day

/** Deletes events 90 days after they were worked off; answers how many. */
export async function pruneEvents(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneOld(services, 'webhookEvents', retention)
}
