import { sql, type Kysely } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { SalesSums } from '#foundation/db/tables/sales.ts'
import { addSums } from './add-sums.ts'
import type { Cell } from './cells.ts'
import { sumSpans } from './store.ts'

const hour = 3_600_000
/** How much time is summed in one statement, in milliseconds: what a busy shop sells in a week is soon read. */
const summedAtOnce = 7 * 24 * hour

/** What a cell came to. */
export type CellSums = { readonly cell: Cell; readonly sums: SalesSums }

/**
 * What each cell came to: as it was kept, or else summed from the rows, and kept in `db` where the cell is over. `from` may
 * be a replica.
 */
export async function readSums(
  db: Kysely<Database>,
  from: Kysely<Database>,
  sellerId: string,
  cells: readonly Cell[],
): Promise<CellSums[]> {
  // Before all else: what changes from here on keeps sums that do not have it from being kept.
  const state = await readState(from, sellerId)
  const kept = await readKept(from, sellerId, cells)
  const found = cells.flatMap((cell) => {
    const sums = kept.get(keyOf(cell))
    return sums === undefined ? [] : [{ cell, sums }]
  })
  for await (const summed of sumCells(
    from,
    sellerId,
    cells.filter((cell) => !kept.has(keyOf(cell))),
  )) {
    found.push(...summed)
    const over = summed.filter(({ cell }) => cell.isWhole && cell.ends <= state.now.getTime() - hour)
    if (over.length > 0) await keepSums(db, sellerId, over, state.mark)
  }
  return found
}

type Span = { readonly begins: number; readonly ends: number }

function keyOf({ begins, ends }: Span): string {
  return `${begins} ${ends}`
}

/** Sums spans from the rows, and tells of them as they are done. */
export async function* sumCells<Summed extends Span>(
  db: Kysely<Database>,
  sellerId: string,
  cells: readonly Summed[],
): AsyncGenerator<{ readonly cell: Summed; readonly sums: SalesSums }[]> {
  let pieces: SalesSums[] = []
  for (const batch of batchesOf(cells.flatMap(partsOf))) {
    const sums = await sumSpans(db, sellerId, batch)
    const done = []
    for (const [index, { cell, ends }] of batch.entries()) {
      pieces.push(...sums.slice(index, index + 1))
      if (ends < cell.ends) continue
      done.push({ cell, sums: addSums(pieces) })
      pieces = []
    }
    yield done
  }
}

type PartOf<Summed> = Span & { readonly cell: Summed }

function partsOf<Summed extends Span>(cell: Summed): PartOf<Summed>[] {
  const count = Math.ceil((cell.ends - cell.begins) / summedAtOnce)
  const borderOf = (index: number) => Math.min(cell.begins + index * summedAtOnce, cell.ends)
  return Array.from({ length: count }, (_, index) => ({
    cell,
    begins: borderOf(index),
    ends: borderOf(index + 1),
  }))
}

function* batchesOf<Part extends Span>(parts: readonly Part[]): Generator<Part[]> {
  let batch: Part[] = []
  let length = 0
  for (const part of parts) {
    length += part.ends - part.begins
    if (length > summedAtOnce && batch.length > 0) {
      yield batch
      batch = []
      length = part.ends - part.begins
    }
    batch.push(part)
  }
  if (batch.length > 0) yield batch
}

/** The mark of the last change to what is past, and the database's own time, by which it tells what is past. */
export async function readState(
  db: Kysely<Database>,
  sellerId: string,
): Promise<{ readonly now: Date; readonly mark: string | null }> {
  const { rows } = await sql<{ now: Date; mark: string | null }>`
    select now(), (select mark from sales_changes where seller_id = ${sellerId}) as mark`.execute(db)
  return rows[0] ?? { now: new Date(0), mark: null }
}

async function readKept(
  db: Kysely<Database>,
  sellerId: string,
  cells: readonly Cell[],
): Promise<ReadonlyMap<string, SalesSums>> {
  const whole = cells.filter(({ isWhole }) => isWhole)
  if (whole.length === 0) return new Map()
  const rows = await db
    .selectFrom('salesSums')
    .select(['begins', 'ends', 'sums'])
    .where('sellerId', '=', sellerId)
    .where(
      sql<boolean>`(begins, ends) in (
        select * from unnest(${whole.map(({ begins }) => new Date(begins))}::timestamptz[],
          ${whole.map(({ ends }) => new Date(ends))}::timestamptz[])
      )`,
    )
    .execute()
  return new Map(
    rows.map(({ begins, ends, sums }) => [keyOf({ begins: begins.getTime(), ends: ends.getTime() }), sums]),
  )
}

/** Keeps what was summed since `mark` was read, unless anything past has changed since then. */
async function keepSums(
  db: Kysely<Database>,
  sellerId: string,
  summed: readonly CellSums[],
  mark: string | null,
): Promise<void> {
  await whileUnchanged(db, sellerId, mark, async (tx) => {
    const rows = summed.map(({ cell, sums }) => ({
      sellerId,
      begins: new Date(cell.begins),
      ends: new Date(cell.ends),
      sums: JSON.stringify(sums),
    }))
    await tx
      .insertInto('salesSums')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/**
 * Does something if nothing past has changed since `mark` was read, and holds up whoever changes something until it is
 * done: they drop what it keeps.
 */
export async function whileUnchanged(
  db: Kysely<Database>,
  sellerId: string,
  mark: string | null,
  work: (tx: Kysely<Database>) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('salesChanges')
      .values({ sellerId, mark: '' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { mark: present } = await tx
      .selectFrom('salesChanges')
      .select('mark')
      .where('sellerId', '=', sellerId)
      .forShare()
      .executeTakeFirstOrThrow()
    if (present === (mark ?? '')) await work(tx)
  })
}
