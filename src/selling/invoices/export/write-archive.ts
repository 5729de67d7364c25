import { asEInvoice } from '#buying/receipts/e-invoice/e-invoice.ts'
import { writeUbl } from '#buying/receipts/e-invoice/write-ubl.ts'
import { documentsOfPurchases } from '#buying/receipts/invoice/issued-documents.ts'
import { fileNameOf, type Invoice } from '#buying/receipts/invoice/invoice.ts'
import { text } from '#foundation/csv/cells.ts'
import { csvText } from '#foundation/csv/write-csv.ts'
import { writeZip, type ZipEntry } from '#foundation/zip/write-zip.ts'
import type { Services } from '#registry/services.ts'
import { type IssuedRow, listOfMonth } from '../store.ts'

/** How many documents are in memory at a time. */
const batch = 200

/**
 * A month's documents as e-invoices (UBL) in a ZIP archive. Documents that lack something the standard requires are
 * listed in a separate file.
 */
export function archiveOf(
  { readReplica, clock }: Pick<Services, 'readReplica' | 'clock'>,
  sellerId: string,
  month: string,
): AsyncGenerator<Buffer> {
  return writeZip(filesOf(readReplica, sellerId, month), clock.now())
}

async function* filesOf(
  readReplica: Services['readReplica'],
  sellerId: string,
  month: string,
): AsyncGenerator<ZipEntry> {
  const without: Invoice[] = []
  let after: IssuedRow | undefined
  for (;;) {
    const start = after
    const { rows, documents } = await readReplica(async (db) => {
      const found: IssuedRow[] = await listOfMonth(db, sellerId, month, start, batch)
      return { rows: found, documents: await documentsOfPurchases(db, found) }
    })
    for (const document of documents) {
      const data = asEInvoice(document)
      if (data === undefined) without.push(document)
      else yield { name: `${fileNameOf(document)}.xml`, content: writeUbl(data) }
    }
    after = rows.at(-1)
    if (after === undefined || rows.length < batch) break
  }
  if (without.length === 0) return
  const columns = { 'Without an e-invoice': ({ number }: Invoice) => text(number) }
  yield { name: 'without-e-invoice.csv', content: csvText(columns, without, 'plain') }
}
