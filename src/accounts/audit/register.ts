import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
import { auditContract } from './contract.ts'
import { auditHandlers } from './handlers.ts'
import { pruneAuditLog } from './prune-audit-log.ts'
import { registerSupportLog } from './support-log.ts'

const hour = 3_600_000

/** What is done for another seller is logged from the first route on: this comes before every other domain. */
export function registerAudit({ server, serve, work }: Registry, parts: Parts): void {
  registerSupportLog(server, parts)
  serve(auditContract, auditHandlers(parts))
  work('audit log', hour, () => pruneAuditLog(parts))
}
