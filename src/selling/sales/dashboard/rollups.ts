import { sql, type Kysely } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { SalesSums } from '#foundation/db/tables/sales.ts'
import { type Cell, addSums } from './cells.ts'
import { type Scope, sumSpans } from './store.ts'

const hour = 3_600_000
/** The longest time span summed in one statement, in milliseconds. Even a week of a busy shop is read quickly. */
const summedAtOnce = 7 * 24 * hour
const day = 24 * hour
/** How many days are rolled up ahead, because the overview covers up to two years. */
const daysAhead = 2 * 366

/** The sums of a cell. A rollup does not contain forms, because a seller can have very many of them. */
export type CellSums = {
  readonly cell: Cell
  readonly sums: SalesSums
  /** The rollup's id. */
  readonly rollupId?: number
}

/**
 * The sums of each cell, from its rollup or otherwise from the rows. Cells that have ended are rolled up in `db`, if
 * given. A month with many forms is rolled up and returned day by day: one call stores months with up to `mostNamed`
 * forms and leaves the others to the next call and the job. `from` can be a replica.
 */
export async function readSums(
  db: Kysely<Database> | undefined,
  from: Kysely<Database>,
  sellerId: string,
  cells: readonly Cell[],
): Promise<CellSums[]> {
  // Read first, because later changes then prevent storing sums without them.
  const state = await readState(from, sellerId)
  const save = async (summed: readonly CellSums[]): Promise<void> => {
    const over = summed.filter(({ cell }) => cell.isWhole && isOver(cell, state.now))
    if (db === undefined) return
    for (const some of writtenAtOnce(over)) await saveRollups(db, sellerId, some, state.mark)
  }
  const whole = cells.filter(({ isWhole }) => isWhole)
  const stored = await readTotals(from, sellerId, [...whole, ...whole.flatMap(piecesOf)])
  const isStored = (cell: Cell) => stored.has(keyOf(cell))
  const months = whole.filter((cell) => !isStored(cell) && piecesOf(cell).some(isStored))
  const isWide = (cell: Cell) => piecesOf(cell).some((piece) => stored.get(keyOf(piece))?.areAll === false)
  const named = await findWide(
    from,
    sellerId,
    months.filter((cell) => !isWide(cell)),
  )
  const wide = new Set([...months.filter(isWide), ...named])
  const pieces = cells.flatMap((cell) => (wide.has(cell) ? piecesOf(cell) : [cell]))
  const found: CellSums[] = pieces.flatMap((cell) => {
    const one = stored.get(keyOf(cell))
    return one === undefined ? [] : [{ cell, sums: one.totals, rollupId: one.id }]
  })
  const missing = pieces.filter((cell) => !isStored(cell))
  const days = await readRollups(from, sellerId, missing.flatMap(daysWithin))
  let left = mostNamed
  for await (const summed of sumCells(from, { sellerId }, missing, days)) {
    found.push(...summed)
    await save(summed.filter((one) => !isManyFormed(one)))
    for (const { cell, sums } of summed.filter(isManyFormed)) {
      if (db === undefined || left <= 0) break
      left -= countNamed(sums)
      await save(await sumPieces(from, sellerId, cell))
    }
  }
  return found
}

/**
 * The number of leading forms in a sum. A month with more forms is rolled up day by day, and the database marks such a
 * sum as incomplete.
 */
const mostOfMonth = 100

function countNamed({ sales, views }: SalesSums): number {
  return new Set([...sales, ...views].map(({ id }) => id)).size
}

function isManyFormed({ cell, sums }: CellSums): boolean {
  return piecesOf(cell).length > 0 && countNamed(sums) > mostOfMonth
}

/** Sums the pieces of a longer cell that are not rolled up. */
async function sumPieces(from: Kysely<Database>, sellerId: string, cell: Cell): Promise<CellSums[]> {
  const pieces = piecesOf(cell)
  const stored = await readSpans(from, sellerId, pieces)
  const added: CellSums[] = []
  const missing = pieces.filter((piece) => !stored.has(keyOf(piece)))
  for await (const summed of sumCells(from, { sellerId }, missing)) added.push(...summed)
  return added
}

/** Months whose rolled-up pieces together have more forms than a month can have, although no single piece does. */
async function findWide(
  from: Kysely<Database>,
  sellerId: string,
  months: readonly Cell[],
): Promise<readonly Cell[]> {
  if (months.length === 0) return []
  const pieces = months.flatMap((month, number) => piecesOf(month).map((piece) => ({ ...piece, number })))
  const { rows } = await sql<{ number: number }>`
    select piece.number
    from unnest(${pieces.map(({ number }) => number)}::integer[],
      ${pieces.map(({ begins }) => new Date(begins))}::timestamptz[],
      ${pieces.map(({ ends }) => new Date(ends))}::timestamptz[]) as piece (number, begins, ends)
    join sales_sums as rollup on rollup.seller_id = ${sellerId} and rollup.begins = piece.begins and rollup.ends = piece.ends
    cross join jsonb_array_elements_text(rollup.leaders -> 'ids') as form (id)
    group by piece.number having count(distinct form.id) > ${mostOfMonth}`.execute(from)
  return rows.flatMap(({ number }) => months[number] ?? [])
}

/** The maximum number of form rows written in one transaction, unless a single sum has more. */
const mostNamed = 5_000

function* writtenAtOnce(summed: readonly CellSums[]): Generator<CellSums[]> {
  let some: CellSums[] = []
  let named = 0
  for (const one of summed) {
    named += one.sums.sales.length + one.sums.views.length
    if (named > mostNamed && some.length > 0) {
      yield some
      some = []
      named = one.sums.sales.length + one.sums.views.length
    }
    some.push(one)
  }
  if (some.length > 0) yield some
}

/** Whether a span ended long enough ago, by the database's clock, that no current event can be in it. */
export function isOver({ ends }: Span, now: Date): boolean {
  return ends <= now.getTime() - hour
}

export type Span = { readonly begins: number; readonly ends: number }

export function keyOf({ begins, ends }: Span): string {
  return `${begins} ${ends}`
}

/** The stored rollups of these time spans, by `keyOf`. */
export type Rollups = ReadonlyMap<string, SalesSums>

/** Sums spans and yields each when it is done. Days that have a rollup are read from it, and the rest from the rows. */
export async function* sumCells<Summed extends Span>(
  db: Kysely<Database>,
  scope: Scope,
  cells: readonly Summed[],
  days: Rollups = new Map(),
): AsyncGenerator<{ readonly cell: Summed; readonly sums: SalesSums }[]> {
  const open = cells.map((cell) => openCell(cell, days))
  const done = open.filter(({ gaps }) => gaps.length === 0)
  if (done.length > 0) yield done.map(({ cell, pieces }) => ({ cell, sums: addSums(pieces) }))
  for (const batch of batchesOf(open.flatMap(partsOf))) {
    const sums = await sumSpans(db, scope, batch)
    yield batch.flatMap(({ cell, pieces, isLast }, index) => {
      pieces.push(...sums.slice(index, index + 1))
      return isLast ? [{ cell, sums: addSums(pieces) }] : []
    })
  }
}

/** A span being summed, with its known sums and the gaps between them. */
type Open<Summed> = { readonly cell: Summed; readonly pieces: SalesSums[]; readonly gaps: readonly Span[] }

function openCell<Summed extends Span>(cell: Summed, days: Rollups): Open<Summed> {
  const pieces: SalesSums[] = []
  const gaps: Span[] = []
  let at = cell.begins
  for (const one of daysWithin(cell)) {
    const sums = days.get(keyOf(one))
    if (sums === undefined) continue
    pieces.push(sums)
    if (one.begins > at) gaps.push({ begins: at, ends: one.begins })
    at = one.ends
  }
  if (cell.ends > at) gaps.push({ begins: at, ends: cell.ends })
  return { cell, pieces, gaps }
}

/** The UTC days within a longer span, which are the same for every time zone. */
function daysWithin({ begins, ends }: Span): Span[] {
  if (ends - begins <= day) return []
  const first = Math.ceil(begins / day) * day
  const count = Math.max(0, Math.floor((ends - first) / day))
  return Array.from({ length: count }, (_, index) => ({
    begins: first + index * day,
    ends: first + (index + 1) * day,
  }))
}

/** Splits a longer cell into the UTC days within it and the remainders at its ends. */
function piecesOf(cell: Cell): Cell[] {
  const days = daysWithin(cell)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const ends = [
    { begins: cell.begins, ends: first.begins },
    { begins: last.ends, ends: cell.ends },
  ].filter(({ begins, ends: end }) => end > begins)
  return [...days, ...ends].map((span) => ({ ...cell, ...span }))
}

type Part<Summed> = Span & Omit<Open<Summed>, 'gaps'> & { readonly isLast: boolean }

function partsOf<Summed>({ cell, pieces, gaps }: Open<Summed>): Part<Summed>[] {
  const spans = gaps.flatMap(({ begins, ends }) => {
    const borderOf = (index: number) => Math.min(begins + index * summedAtOnce, ends)
    return Array.from({ length: Math.ceil((ends - begins) / summedAtOnce) }, (_, index) => ({
      begins: borderOf(index),
      ends: borderOf(index + 1),
    }))
  })
  return spans.map((span, index) => ({ ...span, cell, pieces, isLast: index === spans.length - 1 }))
}

function* batchesOf<Piece extends Span>(parts: readonly Piece[]): Generator<Piece[]> {
  let batch: Piece[] = []
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

/**
 * Ended days (UTC) of the last two years without a rollup, by week. The latest week is first, and the days within a
 * week are in order.
 */
export async function missingDays(db: Kysely<Database>, sellerId: string): Promise<Cell[][]> {
  const { now } = await readState(db, sellerId)
  const ends = Math.floor(now.getTime() / day) * day
  const days = daysWithin({ begins: ends - daysAhead * day, ends }).filter((one) => isOver(one, now))
  const stored = await readSpans(db, sellerId, days)
  const cells = days
    .filter((one) => !stored.has(keyOf(one)))
    .map((one): Cell => ({ ...one, of: 'current', step: 0, isWhole: true }))
  return [...batchesOf(cells)].toReversed()
}

/** The mark of the last change to past sales, and the database's time, which defines what is past. */
export async function readState(
  db: Kysely<Database>,
  sellerId: string,
): Promise<{ readonly now: Date; readonly mark: string | null }> {
  const { rows } = await sql<{ now: Date; mark: string | null }>`
    select now(), (select mark from sales_changes where seller_id = ${sellerId}) as mark`.execute(db)
  return rows[0] ?? { now: new Date(0), mark: null }
}

/** The rollups of these spans, by form. */
async function readRollups(db: Kysely<Database>, sellerId: string, spans: readonly Span[]): Promise<Rollups> {
  const rows = await selectRollups(db, sellerId, spans).select('sums').execute()
  return new Map(rows.map((row) => [keyOfRow(row), row.sums]))
}

/** The totals of spans, and whether a rollup's leading forms are all of its forms. */
async function readTotals(db: Kysely<Database>, sellerId: string, spans: readonly Span[]) {
  const rows = await selectRollups(db, sellerId, spans)
    .select(['id', 'totals'])
    .select(sql<boolean>`(leaders -> 'areAll')::boolean`.as('areAll'))
    .execute()
  return new Map(rows.map((row) => [keyOfRow(row), row]))
}

/** The time spans that have a stored rollup. */
async function readSpans(db: Kysely<Database>, sellerId: string, spans: readonly Span[]) {
  return new Set((await selectRollups(db, sellerId, spans).execute()).map(keyOfRow))
}

function selectRollups(db: Kysely<Database>, sellerId: string, spans: readonly Span[]) {
  return db
    .selectFrom('salesSums')
    .select(['begins', 'ends'])
    .where('sellerId', '=', sellerId)
    .where(areSpans(spans))
}

/** Whether a row is one of these spans. */
export function areSpans(spans: readonly Span[]) {
  return sql<boolean>`(begins, ends) in (
    select * from unnest(${spans.map(({ begins }) => new Date(begins))}::timestamptz[],
      ${spans.map(({ ends }) => new Date(ends))}::timestamptz[])
  )`
}

export function keyOfRow({ begins, ends }: { readonly begins: Date; readonly ends: Date }): string {
  return keyOf({ begins: begins.getTime(), ends: ends.getTime() })
}

/** Stores sums unless past sales have changed since `mark` was read. */
async function saveRollups(
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
 * Does the work if the past has not changed since `mark` was read. Changes to the past wait until the work is done, so
 * that they then drop what it stored.
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
