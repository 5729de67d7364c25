import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendCsv } from '#foundation/csv/send-csv.ts'
import { aheadKinds } from '#payments/subscriptions/ahead/ahead-kinds.ts'
import { exportQuery, soughtKinds, type ExportQuery } from '../contract.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import { t } from '#foundation/language/t.ts'
import type { Services } from '#registry/services.ts'
import { createExportLinks, linkQuery } from '#selling/downloads/export-links.ts'
import { isCounted } from '../ledger/count-changes.ts'

const exportPath = '/api/recurring/export'

/** Download links for lists of recurring revenue. */
export const exportLinks = createExportLinks(exportPath, 'sales', exportQuery)

/** Serves the lists of recurring revenue at the URLs that `exportLinks` creates. */
export function registerExport(app: FastifyInstance, services: Services): void {
  app.get(
    exportPath,
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'exportRecurring',
        summary:
          'Downloads a list of recurring revenue as CSV, at the path that /recurring/export-link returns',
        tags: ['recurring'],
      },
    },
    async (request, reply) => {
      const found = await exportLinks.open(services, linkQuery.parse(request.query).link)
      if (found === undefined) throw new NotFound(t('This link has expired. Go back and export again.'))
      const { sellerId, query } = found
      services.log.info({ seller: sellerId, list: query.list }, 'recurring revenue was exported')
      await isCounted(services.db, sellerId)
      return send(reply, services, sellerId, query)
    },
  )
}

async function send(
  reply: FastifyReply,
  { readReplica, clock }: Services,
  sellerId: string,
  query: ExportQuery,
): Promise<FastifyReply> {
  // Loaded with the first export, because nothing else here needs this library.
  const { monthIn, monthsUntil } = await import('../months.ts')
  const file = await import('./write-csv.ts')
  const now = clock.now()
  const { list, month = '', currency = '', kind, because, week, zone, format, form, price } = query
  const part = { sellerId, form, price }
  const name = ['recurring', list, ...(month === '' ? [] : [month])].join('-')
  switch (list) {
    case 'movements': {
      const own = soughtKinds.find((one) => one === kind)
      const sought = { ...part, ...monthIn(month, zone, now), currency, kind: own, because }
      const rows = file.readMovements(readReplica, sought)
      return sendCsv(reply, name, { columns: file.movementColumns, rows, format })
    }
    case 'counted': {
      const rows = file.readCounted(readReplica, { ...part, ...monthIn(month, zone, now), currency })
      return sendCsv(reply, name, { columns: file.countedColumns, rows, format })
    }
    case 'ahead': {
      const own = aheadKinds.find((one) => one === kind)
      const rows = file.readAheadRows(readReplica, { ...part, currency, week, kind: own }, now)
      return sendCsv(reply, name, { columns: file.aheadColumns, rows, format })
    }
    case 'cohorts': {
      const rows = file.readCohortRows(readReplica, part, monthsUntil(now, zone))
      return sendCsv(reply, name, { columns: file.cohortColumns, rows, format })
    }
  }
}
