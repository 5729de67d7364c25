import type { Readable } from 'node:stream'
import type { ReadReplica } from '#foundation/db/replica.ts'
import { plainAmount } from '#foundation/money/amount.ts'
import { csvOf } from '#selling/sales/export/csv.ts'
import type { SoughtCustomers } from '../filter/conditions.ts'
import { listCustomers, type CustomerRow } from '../store.ts'

/** How many customers are in memory at a time. */
const batch = 500

/** Customers as CSV, the newest first. */
export function writeCustomerCsv(
  readReplica: ReadReplica,
  sellerId: string,
  sought: SoughtCustomers,
): Readable {
  return csvOf(fields, readCustomers(readReplica, sellerId, sought))
}

async function* readCustomers(readReplica: ReadReplica, sellerId: string, sought: SoughtCustomers) {
  const scope = { sellerId, user: undefined, role: undefined }
  let before: string | undefined
  for (;;) {
    const page = { scope, sought, before, limit: batch, offset: 0 }
    const rows: CustomerRow[] = await readReplica((db) => listCustomers(db, page))
    yield* rows
    before = rows.at(-1)?.id
    if (rows.length < batch) return
  }
}

const fields: Readonly<Record<string, (row: CustomerRow) => string>> = {
  Customer: ({ id }) => id,
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Country: ({ country }) => country ?? '',
  Purchases: ({ purchases }) => String(purchases),
  Value: ({ value }) =>
    value
      .map(({ currency, total }) => `${plainAmount(total, currency)} ${currency.toUpperCase()}`)
      .join('; '),
  'First purchase': ({ firstPaidAt }) => firstPaidAt.toISOString(),
  'Last purchase': ({ lastPaidAt }) => lastPaidAt?.toISOString() ?? '',
  Tags: ({ tags }) => tags.join('; '),
}
