import { amount, day, text } from '#foundation/csv/cells.ts'
import type { Columns } from '#foundation/csv/write-csv.ts'
import type { ReadReplica } from '#foundation/db/server/replica.ts'
import { type IssuedRow, listOfMonth } from '../store.ts'

/** How many documents are in memory at a time. */
const batch = 500

/** Reads a month's documents in batches, oldest first. Without a month, reads all of them. */
export async function* readIssued(readReplica: ReadReplica, sellerId: string, month: string) {
  let after: IssuedRow | undefined
  for (;;) {
    const start = after
    const rows: IssuedRow[] = await readReplica((db) => listOfMonth(db, sellerId, month, start, batch))
    yield* rows
    after = rows.at(-1)
    if (after === undefined || rows.length < batch) return
  }
}

const signed = ({ kind }: IssuedRow, minor: number | null) => (kind === 'credit' ? -1 : 1) * (minor ?? 0)

/**
 * A CSV for an auditor, with a line for every number of the shop and its totals. The totals of credit notes are
 * negative.
 */
export const columns: Columns<IssuedRow> = {
  Number: ({ number }) => text(number),
  Kind: ({ kind }) => text(kind === 'credit' ? 'credit note' : 'invoice'),
  Reason: ({ reason }) => text(reason),
  Date: ({ issuedOn }) => day(issuedOn),
  'Refers to': ({ ofNumber }) => text(ofNumber),
  Purchase: ({ purchaseId }) => text(purchaseId),
  Buyer: ({ billTo }) => text(billTo?.details?.name ?? billTo?.name),
  'Tax number': ({ billTo }) => text(billTo?.details?.taxNumber),
  Country: ({ billTo }) => text(billTo?.details?.country),
  Currency: ({ currency }) => text(currency?.toUpperCase()),
  Net: (row) => amount(signed(row, row.subtotal), row.currency ?? ''),
  Tax: (row) => amount(signed(row, row.taxAmount), row.currency ?? ''),
  Total: (row) => amount(signed(row, row.total), row.currency ?? ''),
}
