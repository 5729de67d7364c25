import type { FastifyInstance } from 'fastify'
import { t } from '#foundation/language/t.ts'
import { sendCsv } from '#foundation/csv/send-csv.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import { createExportLinks, linkQuery } from '#selling/downloads/export-links.ts'
import { readFilter } from '#selling/sales/filter/conditions.ts'
import { listAsked } from './store.ts'
import { exportLinkQuery, type ExportQuery } from '../contract.ts'

/** Serves exports of purchases at the URLs that `exportLinks` creates. */
export function registerExport(app: FastifyInstance, services: Services): void {
  const { readReplica, clock, log } = services
  app.get(
    exportPath,
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'exportSales',
        summary: 'Purchases as CSV, at the path that /sales/export-link returns',
        tags: ['sales'],
      },
    },
    async (request, reply) => {
      const now = clock.now()
      const found = await exportLinks.open(services, linkQuery.parse(request.query).link)
      if (found === undefined) throw new NotFound(t('This link has expired. Go back and export again.'))
      const { sellerId, query } = found
      // Loaded with the first export, because nothing else here needs this library.
      const { columnsIn, readSales } = await import('./write-csv.ts')
      const sought = await readFilter(query)
      // Payments made while the file is written are not in it.
      const wanted = { sellerId, sought, to: new Date(now.getTime() + 1) }
      log.info({ seller: sellerId, from: query.from, to: query.to }, 'sales exported')
      return sendCsv(reply, fileName(query), {
        columns: columnsIn(query.zone, await readReplica((from) => listAsked(from, sellerId))),
        rows: readSales(readReplica, wanted),
        format: query.format,
      })
    },
  )
}

function fileName({ from, to }: ExportQuery): string {
  return [
    'sales',
    ...(from === undefined ? [] : ['from', from]),
    ...(to === undefined ? [] : ['to', to]),
  ].join('-')
}

const exportPath = '/api/sales/export'

/** Download links for sales exports. */
export const exportLinks = createExportLinks(exportPath, 'sales', exportLinkQuery)
