import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { auditContract } from './contract.ts'
import { auditHandlers } from './handlers.ts'
import { registerSupportLog } from './support-log.ts'

/** What is done for another seller is logged from the first route on: this comes before every other domain. */
export function registerAudit({ server, serve, work }: Registry, services: Services): void {
  registerSupportLog(server, services)
  serve(auditContract, auditHandlers(services))
  work('audit log', prunedEvery, () => pruneAuditLog(services))
}

/** How long the audit log is kept: a year. */
const retention = 365 * day

export async function pruneAuditLog(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneOld(services, 'auditLog', retention)
}
