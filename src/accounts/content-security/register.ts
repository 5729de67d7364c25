import type { Parts } from '#foundation/parts.ts'
import type { Registry } from '#foundation/registry.ts'
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
  parts: Parts,
): ReportCollector {
  const reports = createReportCollector(parts)
  serve(contentSecurityContract, contentSecurityHandlers(parts))
  registerReports(server, parts.config.publicUrl, reports)
  store('reports', storedEvery, reports.flush)
  work('old reports', prunedEvery, reports.prune)
  return reports
}
