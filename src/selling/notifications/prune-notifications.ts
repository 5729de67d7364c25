import { day, pruneOld } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'

/** How long a notification is shown: a year. What it told of stays in the history of its purchase. */
const retention = 365 * day

export async function pruneNotifications(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneOld(services, 'notices', retention)
}
