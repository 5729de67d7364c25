import { stringify } from 'csv-stringify'
import { pipeline, Readable } from 'node:stream'
import { Temporal } from 'temporal-polyfill'
import { invoiceNumber } from '#buying/receipts/invoice.ts'
import type { ReadReplica } from '#foundation/db/replica.ts'
import { plainAmount } from '#foundation/money/amount.ts'
import { isTakenBack } from '#payments/disputes/dispute.ts'
import { wasPaid } from '#payments/purchases/purchase.ts'
import { listBatch, type ExportedSale, type Position, type Wanted } from './store.ts'

/** How many purchases are in memory at a time. */
const batch = 500

/**
 * Purchases as CSV for bookkeeping, oldest first: UTF-8 with a byte-order mark, so that spreadsheets see what it is; what
 * a spreadsheet would take for a formula is prefixed. Amounts are in major units with the currency's own decimals; `Date`
 * is the day by the zone's clock. Batches are read as fast as the reader takes them; where that fails the stream breaks
 * off with the error, so that half of a file never looks whole.
 */
export function writeCsv(readReplica: ReadReplica, wanted: Wanted, zone: string): Readable {
  const columns = Object.keys(fields).map((key) => ({ key, header: key }))
  const writer = stringify({
    bom: true,
    header: true,
    columns,
    escape_formulas: true,
    record_delimiter: '\r\n',
  })
  // Whoever reads the stream is told of its error by the stream itself.
  return pipeline(Readable.from(readRows(readReplica, wanted, zone)), writer, () => undefined)
}

async function* readRows(readReplica: ReadReplica, wanted: Wanted, zone: string) {
  let after: Position | null = null
  for (;;) {
    const start = after
    const sales: ExportedSale[] = await readReplica((db) => listBatch(db, wanted, start, batch))
    for (const sale of sales) {
      yield Object.fromEntries(Object.entries(fields).map(([name, valueOf]) => [name, valueOf(sale, zone)]))
    }
    const last = sales.at(-1)
    if (last === undefined || sales.length < batch) return
    after = { at: last.key, id: last.id }
  }
}

/** The columns by their names, in order. */
const fields: Readonly<Record<string, (sale: ExportedSale, zone: string) => string>> = {
  Date: ({ at }, zone) => dayOf(at, zone),
  'Time (UTC)': ({ at }) => at.toISOString(),
  Purchase: ({ id }) => id,
  Order: ({ orderId }) => orderId ?? '',
  Kind: ({ kind }) => kind,
  Status: ({ status }) => status,
  Form: ({ form }) => form,
  Buyer: ({ name }) => name,
  Email: ({ email }) => email,
  Lines: ({ lines }) => lines ?? '',
  Currency: ({ currency }) => currency.toUpperCase(),
  Net: ({ subtotal, currency }) => plainAmount(subtotal, currency),
  Tax: ({ taxAmount, currency }) => plainAmount(taxAmount, currency),
  Total: ({ total, currency }) => plainAmount(total, currency),
  Refunded: ({ refunded, currency }) => plainAmount(refunded, currency),
  Disputed: (sale) => plainAmount(disputedOf(sale), sale.currency),
  'Platform fee': ({ applicationFeeAmount, currency }) => plainAmount(applicationFeeAmount, currency),
  Invoice: ({ id, paidAt, status }) =>
    paidAt === null || !wasPaid(status) ? '' : invoiceNumber({ id, paidAt }),
  Payment: ({ paymentIntentId }) => paymentIntentId ?? '',
}

/** What the buyer's bank has taken back. */
function disputedOf({ disputes }: ExportedSale): number {
  return disputes.reduce((sum, { status, amount }) => (isTakenBack(status) ? sum + amount : sum), 0)
}

function dayOf(at: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
}
