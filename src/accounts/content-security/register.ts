import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { createReportCollector, type ReportCollector } from './collect-reports.ts'
import { contentSecurityContract } from './contract.ts'
import { contentSecurityHandlers } from './handlers.ts'
import { registerReports } from './register-reports.ts'

/** How often counted reports are stored, and old ones are dropped; in milliseconds. */
const storedEvery = 5_000
const prunedEvery = 3_600_000

/** Takes what browsers report of our pages' policies, and shows it to the SuperAdmin. */
export function registerContentSecurity(
  { server, serve, work, store }: Registry,
  services: Services,
): ReportCollector {
  const reports = createReportCollector(services)
  serve(contentSecurityContract, contentSecurityHandlers(services))
  registerReports(server, services.config.publicUrl, reports)
  store('reports', storedEvery, reports.flush)
  work('old reports', prunedEvery, reports.prune)
  return reports
}
