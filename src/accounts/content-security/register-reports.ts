import type { FastifyInstance } from 'fastify'
import { reportPath } from '#foundation/http/contract/reporting.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { ReportCollector } from './collect-reports.ts'
import { readReports } from './read-reports.ts'

/** A browser sends a few reports at once, of a kilobyte each; in bytes. */
const bodyLimit = 64 * 1024

/** Takes browsers' reports, which no sender waits for: whatever stands in a body that can be read, the answer is 204. */
export function registerReports(app: FastifyInstance, publicUrl: string, { add }: ReportCollector): void {
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
