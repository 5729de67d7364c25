import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Cell } from './cells.ts'
import {
  areSpans,
  type CellSums,
  isOver,
  keyOf,
  keyOfRow,
  readState,
  sumCells,
  whileUnchanged,
} from './rollups.ts'

type FormScope = { readonly sellerId: string; readonly formId: string }

/**
 * The sums of a form's cells, from its rollups or otherwise from the rows. Cells that have ended are rolled up in
 * `db`, if given. `from` can be a replica.
 */
export async function readFormSums(
  db: Kysely<Database> | undefined,
  from: Kysely<Database>,
  scope: FormScope,
  cells: readonly Cell[],
): Promise<CellSums[]> {
  // Read first, because later changes then prevent storing sums without them.
  const { now, mark } = await readState(from, scope.sellerId)
  const rows = await from
    .selectFrom('sumsOfForms')
    .select(['begins', 'ends', 'sums'])
    .where('sellerId', '=', scope.sellerId)
    .where('formId', '=', scope.formId)
    .where(areSpans(cells.filter(({ isWhole }) => isWhole)))
    .execute()
  const stored = new Map(rows.map((row) => [keyOfRow(row), row.sums]))
  const found: CellSums[] = cells.flatMap((cell) => {
    const sums = stored.get(keyOf(cell))
    return sums === undefined ? [] : [{ cell, sums }]
  })
  const missing = cells.filter((cell) => !stored.has(keyOf(cell)))
  for await (const summed of sumCells(from, scope, missing)) {
    found.push(...summed)
    const over = summed.filter(({ cell }) => cell.isWhole && isOver(cell, now))
    if (db !== undefined && over.length > 0) await save(db, scope, over, mark)
  }
  return found
}

/** Stores sums unless the past has changed since `mark` was read. */
async function save(
  db: Kysely<Database>,
  scope: FormScope,
  summed: readonly CellSums[],
  mark: string | null,
): Promise<void> {
  await whileUnchanged(db, scope.sellerId, mark, async (tx) => {
    const rows = summed.map(({ cell: { begins, ends }, sums }) => ({
      ...scope,
      begins: new Date(begins),
      ends: new Date(ends),
      sums: JSON.stringify(sums),
    }))
    await tx
      .insertInto('sumsOfForms')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
