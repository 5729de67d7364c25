import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { t } from '#foundation/language/t.ts'
import { documentsOfPurchases } from '#buying/receipts/invoice/issued-documents.ts'
import { invoicesDocument } from '#buying/receipts/invoice/invoices-document.ts'
import { sendCsv } from '#foundation/csv/send-csv.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import { documentUses } from '#foundation/limits/document-uses.ts'
import { takeFor } from '#foundation/limits/take-for.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import { writeDocument } from '#foundation/pdf/write-document.ts'
import type { Services } from '#registry/services.ts'
import { createExportLinks, linkQuery } from '#selling/downloads/export-links.ts'
import { invoiceExportQuery, mostInPdf } from '../contract.ts'
import { listOfMonth } from '../store.ts'

const exportPath = '/api/invoices/export'

/** Download links of a shop's invoices. */
export const invoiceLinks = createExportLinks(exportPath, 'sales', invoiceExportQuery)

/** Serves invoice exports at the URLs that `invoiceLinks` creates. */
export function registerInvoiceExport(app: FastifyInstance, services: Services): void {
  const { db, readReplica, limiter, log } = services
  app.get(
    exportPath,
    {
      config: { access: 'anyone' },
      schema: {
        operationId: 'exportInvoices',
        summary:
          'Invoices and credit notes as CSV, PDF or XML, at the path that /invoices/export-link returns',
        tags: ['invoices'],
      },
    },
    async (request, reply) => {
      const asked = await invoiceLinks.open(services, linkQuery.parse(request.query).link)
      if (asked === undefined) throw new NotFound(t('This link has expired. Go back and export again.'))
      const { sellerId, query } = asked
      const { kind, month, format } = query
      const name = month === '' ? 'invoices' : `invoices-${month}`
      log.info({ seller: sellerId, kind }, 'invoices exported')
      if (kind === 'audit') {
        const { columns, readIssued } = await import('./write-csv.ts')
        return sendCsv(reply, name, { columns, rows: readIssued(readReplica, sellerId, month), format })
      }
      if (kind === 'xml') {
        const { archiveOf } = await import('./write-archive.ts')
        return reply
          .header('cache-control', 'no-store')
          .type('application/zip')
          .header('content-disposition', `attachment; filename="${name}.zip"`)
          .send(Readable.from(archiveOf(services, sellerId, month)))
      }
      const rows = await listOfMonth(db, sellerId, month, undefined, mostInPdf)
      const documents = await documentsOfPurchases(db, rows)
      if (documents.length === 0) throw new NotFound()
      const network = clientNetwork(request.ip)
      const bytes = await writeDocument(invoicesDocument(documents, t('Invoices {month}', { month })), {
        by: network,
        admit: (write) => takeFor(limiter, documentUses(`invoices of ${sellerId}`, network), write),
      })
      return reply
        .header('cache-control', 'no-store')
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${name}.pdf"`)
        .send(bytes)
    },
  )
}
