import { day, pruneOld } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'

/** How long the audit log is kept: a year. */
const retention = 365 * day

export async function pruneAuditLog(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneOld(services, 'auditLog', retention)
}
