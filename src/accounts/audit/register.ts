import { day, prunedEvery, pruneOld } from '#foundation/jobs/prune.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { pageNumbers } from '#foundation/lists/pages.ts'
import type { Handlers } from '#foundation/http/contract/routes.ts'
import { auditContract } from './contract.ts'
import { registerSupportLog } from './support-log.ts'
import { listEntries } from './store.ts'

/** This comes before every other domain, so that calls on behalf of another seller are logged on all routes. */
export function registerAudit({ server, serve, work }: Registry, services: Services): void {
  registerSupportLog(server, services)
  serve(auditContract, auditHandlers(services))
  work('audit log', prunedEvery, () => pruneAuditLog(services))
}

/** How long audit log entries are stored, in seconds: a year. */
const retention = 365 * day

export async function pruneAuditLog(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return pruneOld(services, 'auditLog', retention)
}

function auditHandlers({ db }: Pick<Services, 'db'>): Handlers<typeof auditContract> {
  return {
    async listAuditLog({ query }) {
      const rows = await listEntries(db, query)
      return pageNumbers(
        rows.map((row) => ({ ...row, at: row.at.toISOString() })),
        query,
      )
    },
  }
}
