import type { FastifyInstance } from 'fastify'
import { csvText } from '#foundation/csv/write-csv.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import { t } from '#foundation/language/t.ts'
import type { Services } from '#registry/services.ts'
import { createExportLinks, linkQuery } from '#selling/downloads/export-links.ts'
import { quarterExportQuery } from './contract.ts'
import { checkQuarter } from './check-quarter.ts'
import { columnsWith, readRates } from './write-csv.ts'

const exportPath = '/api/tax-regions/export'

/** Download links for a quarter's sums by country. */
export const quarterLinks = createExportLinks(exportPath, 'sales', quarterExportQuery)

/** Serves a quarter's sums at the URLs that `quarterLinks` creates. */
export function registerQuarterExport(app: FastifyInstance, services: Services): void {
  const { readReplica, log } = services
  app.get(
    exportPath,
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'exportTaxQuarter',
        summary:
          'A quarter’s net amounts and taxes as CSV, at the path that /tax-regions/export-link returns',
        tags: ['tax-regions'],
      },
    },
    async (request, reply) => {
      const asked = await quarterLinks.open(services, linkQuery.parse(request.query).link)
      if (asked === undefined) throw new NotFound(t('This link has expired. Go back and export again.'))
      const { sellerId, query } = asked
      const { quarter, euroRates, checkAbove, format } = query
      log.info({ seller: sellerId, quarter }, 'taxes of a quarter exported')
      const { sums: rows } = await readReplica((db) =>
        checkQuarter(db, sellerId, quarter, Number(checkAbove)),
      )
      const columns = columnsWith(readRates(euroRates))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="taxes-${quarter}.csv"`)
        .header('cache-control', 'no-store')
        .send(csvText(columns, rows, format))
    },
  )
}
