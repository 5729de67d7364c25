import { amounts, count, email, text, time } from '#foundation/csv/cells.ts'
import type { Columns } from '#foundation/csv/write-csv.ts'
import type { ReadReplica } from '#foundation/db/server/replica.ts'
import type { SoughtCustomers } from '../filter/conditions.ts'
import { listCustomers, type CustomerRow } from '../store.ts'

/** How many customers are in memory at a time. */
const batch = 500

/** Reads customers in batches, newest first. */
export async function* readCustomers(readReplica: ReadReplica, sellerId: string, sought: SoughtCustomers) {
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

export const columns: Columns<CustomerRow> = {
  Customer: ({ id }) => text(id),
  Name: ({ name }) => text(name),
  Email: (row) => email(row.email),
  Country: ({ country }) => text(country),
  Purchases: ({ purchases }) => count(purchases),
  Value: ({ value }) => amounts(value),
  'First purchase': ({ firstPaidAt }) => time(firstPaidAt),
  'Last purchase': ({ lastPaidAt }) => time(lastPaidAt),
  Tags: ({ tags }) => text(tags.join('; ')),
}
