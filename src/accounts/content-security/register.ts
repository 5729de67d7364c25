import type { FastifyInstance } from 'fastify'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import { reportPath } from '#foundation/http/contract/reporting.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { createReportCollector, type ReportCollector } from './collect-reports.ts'
import { contentSecurityContract } from './contract.ts'
import { contentSecurityHandlers } from './handlers.ts'
import { readReports } from './read-reports.ts'

/** How often counted reports are stored and old ones deleted, in milliseconds. */
const storedEvery = 5_000
const prunedEvery = 3_600_000

/** Receives browsers' security reports and shows them to the SuperAdmin. */
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

/** The maximum size of a body in bytes. A browser sends a few reports together, of a kilobyte each. */
const bodyLimit = 64 * 1024

/** Receives browsers' reports. No sender waits for a result, so any readable body gets 204. */
function registerReports(app: FastifyInstance, publicUrl: string, { add }: ReportCollector): void {
  const { origin } = new URL(publicUrl)
  void app.register((scope, _, done) => {
    const parse = scope.getDefaultJsonParser('remove', 'remove')
    const types = ['application/csp-report', 'application/reports+json']
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit }, (request, body, parsed) => {
      void parse(request, body.toString(), parsed)
    })
    const options = { bodyLimit, config: { access: 'anyone' }, schema: { hide: true } } as const
    scope.post(reportPath, options, async (request, reply) => {
      add(readReports(request.body, origin), clientNetwork(request.ip))
      return reply.status(204).header('cache-control', 'no-store').send()
    })
    done()
  })
}
