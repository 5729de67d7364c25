import { amount, count, day, email, text, time } from '#foundation/csv/cells.ts'
import type { Columns } from '#foundation/csv/write-csv.ts'
import type { ReadReplica } from '#foundation/db/server/replica.ts'
import type { AheadRow, Cohort, CountedRow, MovementRow } from '../contract.ts'
import { readCohorts } from '../cohorts/read-cohorts.ts'
import { listComing, withBuyers, type SoughtComing } from '../coming/read-coming.ts'
import type { Part } from '../ledger/store.ts'
import type { Month } from '../months.ts'
import { describeCounted, describeMovement } from '../rows/describe-rows.ts'
import {
  listCounted,
  listMovements,
  type SoughtCounted,
  type SoughtMovements,
  type StoredCounted,
} from '../rows/store.ts'

/** How many rows are in memory at a time. */
const batch = 1_000

async function* inBatches<Row>(
  read: (rows: { readonly limit: number; readonly offset: number }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += batch) {
    const rows = await read({ limit: batch, offset })
    yield* rows
    if (rows.length < batch) return
  }
}

export function readMovements(
  readReplica: ReadReplica,
  sought: SoughtMovements,
): AsyncGenerator<MovementRow> {
  return inBatches(async (rows) =>
    (await readReplica((from) => listMovements(from, sought, rows))).map(describeMovement),
  )
}

/** Each batch begins after the last row of the previous one, because skipping rows costs as much as reading them. */
export async function* readCounted(
  readReplica: ReadReplica,
  sought: SoughtCounted,
): AsyncGenerator<CountedRow> {
  let rows: StoredCounted[] = []
  do {
    const after = rows.at(-1)
    rows = await readReplica((from) => listCounted(from, sought, { limit: batch, offset: 0 }, after))
    yield* rows.map(describeCounted)
  } while (rows.length === batch)
}

export async function* readAheadRows(
  readReplica: ReadReplica,
  sought: SoughtComing,
  now: Date,
): AsyncGenerator<AheadRow> {
  const all = await readReplica((from) => listComing(from, sought, now))
  yield* inBatches(({ limit, offset }) =>
    readReplica((from) => withBuyers(from, sought.sellerId, all.slice(offset, offset + limit))),
  )
}

/** A cohort at the end of a later month. 0 is its own month, with its initial value. */
export type CohortRow = Pick<Cohort, 'month' | 'received'> & {
  readonly currency: string
  readonly later: number
  readonly heads: number
  readonly amount: number
}

export async function* readCohortRows(
  readReplica: ReadReplica,
  part: Part,
  months: readonly Month[],
): AsyncGenerator<CohortRow> {
  const currencies = await readReplica((from) => readCohorts(from, part, months))
  for (const { currency, cohorts } of currencies) {
    for (const { month, heads, mrr, received, after } of cohorts) {
      const levels = [{ heads, amount: mrr }, ...after]
      yield* levels.map((level, later) => ({ month, currency, received, later, ...level }))
    }
  }
}

export const movementColumns: Columns<MovementRow> = {
  'Time (UTC)': ({ at }) => time(new Date(at)),
  Change: ({ kind }) => text(kind),
  Reason: ({ because }) => text(because),
  Purchase: ({ saleId }) => text(saleId),
  Form: ({ formTitle }) => text(formTitle),
  Buyer: ({ name }) => text(name),
  Email: (row) => email(row.email),
  Currency: ({ currency }) => text(currency.toUpperCase()),
  MRR: (row) => amount(row.amount, row.currency),
}

export const countedColumns: Columns<CountedRow> = {
  'Started (UTC)': ({ startedAt }) => time(new Date(startedAt)),
  Purchase: ({ saleId }) => text(saleId),
  Form: ({ formTitle }) => text(formTitle),
  Buyer: ({ name }) => text(name),
  Email: (row) => email(row.email),
  Currency: ({ currency }) => text(currency.toUpperCase()),
  MRR: (row) => amount(row.amount, row.currency),
}

export const aheadColumns: Columns<AheadRow> = {
  'Time (UTC)': ({ at }) => time(new Date(at)),
  Kind: ({ kind }) => text(kind),
  Purchase: ({ saleId }) => text(saleId),
  Title: ({ title }) => text(title),
  Buyer: ({ name }) => text(name),
  Email: (row) => email(row.email),
  Currency: ({ currency }) => text(currency.toUpperCase()),
  Total: ({ total, currency }) => amount(total, currency),
}

export const cohortColumns: Columns<CohortRow> = {
  Started: ({ month }) => day(month),
  'Months later': ({ later }) => count(later),
  Currency: ({ currency }) => text(currency.toUpperCase()),
  Subscriptions: ({ heads }) => count(heads),
  MRR: (row) => amount(row.amount, row.currency),
  'Received so far': ({ received, currency }) => amount(received, currency),
}
