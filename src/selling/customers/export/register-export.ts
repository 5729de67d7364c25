import type { FastifyInstance } from 'fastify'
import { t } from '#foundation/language/t.ts'
import { sendCsv } from '#foundation/csv/send-csv.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import { customerExportQuery } from '#selling/customers/contract.ts'
import { readFilter } from '#selling/customers/filter/conditions.ts'
import { createExportLinks, linkQuery } from '#selling/downloads/export-links.ts'

/** Serves customer exports at the URLs that `customerLinks` creates. */
export function registerCustomerExport(app: FastifyInstance, services: Services): void {
  const { db, readReplica, log } = services
  app.get(
    customerExportPath,
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'exportCustomers',
        summary: 'Customers as CSV, at the path that /customers/export-link returns',
        tags: ['customers'],
      },
    },
    async (request, reply) => {
      const found = await customerLinks.open(services, linkQuery.parse(request.query).link)
      if (found === undefined) throw new NotFound(t('This link has expired. Go back and export again.'))
      const { sellerId, query } = found
      // Loaded with the first export, because nothing else here needs this library.
      const { columns, readCustomers } = await import('./write-csv.ts')
      const sought = await readFilter(db, { sellerId, user: undefined, role: undefined }, query)
      log.info({ seller: sellerId }, 'customers exported')
      const rows = readCustomers(readReplica, sellerId, sought)
      return sendCsv(reply, 'customers', { columns, rows, format: query.format })
    },
  )
}

const customerExportPath = '/api/customers/export'

/** Download links for customer exports. */
export const customerLinks = createExportLinks(customerExportPath, 'customers', customerExportQuery)
