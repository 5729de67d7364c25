import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import type { Services } from '#registry/services.ts'
import { cellsOf, slotsOf } from '../dashboard/cells.ts'
import { type DayOfForm, readFormDays, readWhole } from '../dashboard/form-rollups.ts'
import { periodOf } from '../dashboard/periods.ts'
import { readSums } from '../dashboard/rollups.ts'
import type { FormSales } from './contract.ts'

/** With more forms, the list takes too long to read and to send. */
const mostForms = 1_000
/** Support staff see the forms of many sellers together. Those of more sellers than this take too long to count. */
const mostSellers = 10

type Asked = { readonly zone: string; readonly forms?: readonly string[] | undefined }

/**
 * The last 30 days of each form (all forms or the given ones), read from rollups. These are the numbers of the
 * overview. Null if there are too many.
 */
export async function countByForm(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: SellerScope,
  { zone, forms }: Asked,
  from = db,
): Promise<FormSales[] | null> {
  const found = await findForms(from, scope, forms)
  const sellers = Map.groupBy(found, ({ sellerId }) => sellerId)
  if (found.length > mostForms || sellers.size > mostSellers) return null
  const now = clock.now()
  const period = periodOf('30d', zone, now)
  const slots = slotsOf(period).filter(({ of }) => of === 'current')
  const cells = cellsOf(slots, period.unit, '30d', zone, now)
  const sales: FormSales[] = []
  for (const [sellerId, own] of sellers) {
    const ids = own.map(({ id }) => id)
    const days = await readWhole(db, from, async (source, storedIn) =>
      readFormDays(source, sellerId, await readSums(storedIn, source, sellerId, cells), ids),
    )
    const byForm = Map.groupBy(days, ({ id }) => id)
    sales.push(...[...byForm].map(([formId, rows]) => describe(formId, rows, period.steps.length)))
  }
  return sales
}

async function findForms(db: Kysely<Database>, scope: SellerScope, forms: readonly string[] | undefined) {
  const isAsked = forms === undefined ? sql`true` : sql`id = any(${forms}::uuid[])`
  const { rows } = await sql<{ id: string; sellerId: string }>`
    select id, seller_id as "sellerId" from forms_view as forms
    where ${withinScope('forms.sellerId', scope)} and ${isAsked} limit ${mostForms + 1}`.execute(db)
  return rows
}

function describe(formId: string, rows: readonly DayOfForm[], days: number): FormSales {
  const byDay = (some: readonly DayOfForm[], valueOf: (row: DayOfForm) => number) => {
    const values = Array.from({ length: days }, () => 0)
    for (const row of some) values[row.step] = (values[row.step] ?? 0) + valueOf(row)
    return values
  }
  const prices = [...Map.groupBy(rows, ({ price }) => price ?? formId)].map(([priceId, some]) => ({
    priceId,
    orders: sumOf(some, ({ orders }) => orders),
  }))
  const gross = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    total: sumOf(some, (row) => row.gross),
    byDay: byDay(some, (row) => row.gross),
  }))
  return {
    formId,
    orders: sumOf(rows, ({ orders }) => orders),
    ordersByDay: byDay(rows, ({ orders }) => orders),
    gross: gross.toSorted((one, other) => one.currency.localeCompare(other.currency)),
    // Left out if everything was paid at the form's own price.
    ...(prices.every(({ priceId }) => priceId === formId) ? {} : { prices }),
  }
}

function sumOf(rows: readonly DayOfForm[], valueOf: (row: DayOfForm) => number): number {
  return rows.reduce((sum, row) => sum + valueOf(row), 0)
}
