import { prunedEvery } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { auditContract } from './contract.ts'
import { auditHandlers } from './handlers.ts'
import { pruneAuditLog } from './prune-audit-log.ts'
import { registerSupportLog } from './support-log.ts'

/** What is done for another seller is logged from the first route on: this comes before every other domain. */
export function registerAudit({ server, serve, work }: Registry, services: Services): void {
  registerSupportLog(server, services)
  serve(auditContract, auditHandlers(services))
  work('audit log', prunedEvery, () => pruneAuditLog(services))
}
