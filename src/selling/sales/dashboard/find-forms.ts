import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Dashboard } from './dashboard-wire.ts'
import {
  rankForms,
  readLeaders,
  sumForms,
  type FormNumbers,
  type FormSales,
  type FreshForm,
} from './form-rollups.ts'
import type { CellSums } from './rollups.ts'
import { leadersOf } from './leaders.ts'

type LeadingForm = Omit<Dashboard['forms'][number], 'title' | 'prices'> & {
  readonly prices: readonly {
    readonly id: string
    readonly orders: number
    readonly gross: { currency: string; total: number }[]
  }[]
}

/**
 * The `most` forms that sold most in these cells. Of the rollups only those are read that can be among them, as the leading
 * forms of each rollup tell; where they do not tell, all forms are counted. Undefined: some of it is no longer stored.
 */
export async function findForms(
  db: Kysely<Database>,
  sellerId: string,
  cells: readonly CellSums[],
  most: number,
): Promise<LeadingForm[] | undefined> {
  const rollupIds = cells.flatMap((cell) => cell.rollupId ?? [])
  const fresh = cells.filter((cell) => cell.rollupId === undefined).map(({ sums }) => sums)
  const numbers = { sales: fresh.flatMap(({ sales }) => sales), views: fresh.flatMap(({ views }) => views) }
  const known = countForms(numbers)
  const leaders = await readLeaders(db, sellerId, rollupIds)
  if (leaders === undefined) return undefined
  const forms = leadersOf(leaders, known, most) ?? (await rankForms(db, rollupIds, known, most))
  const found = await sumForms(db, sellerId, rollupIds, forms)
  if (found === undefined) return undefined
  const among = new Set(forms)
  const isAmong = ({ id }: { readonly id: string }) => among.has(id)
  return formsOf(
    {
      sales: [...found.sales, ...numbers.sales.filter(isAmong)],
      views: [...found.views, ...numbers.views.filter(isAmong)],
    },
    most,
  )
}

function countForms({ sales, views }: FormNumbers): FreshForm[] {
  const [sold, viewed] = [Map.groupBy(sales, ({ id }) => id), Map.groupBy(views, ({ id }) => id)]
  return [...new Set([...sold.keys(), ...viewed.keys()])].map((id) => ({
    id,
    orders: sumOf(sold.get(id) ?? [], (row) => row.orders),
    views: sumOf(viewed.get(id) ?? [], (row) => row.views),
  }))
}

function formsOf({ sales, views }: FormNumbers, most: number): LeadingForm[] {
  const sold = Map.groupBy(sales, ({ id }) => id)
  return countForms({ sales, views })
    .toSorted(
      (one, other) => other.orders - one.orders || other.views - one.views || one.id.localeCompare(other.id),
    )
    .slice(0, most)
    .map(({ id, views: viewed }) => {
      const own = sold.get(id) ?? []
      return {
        id,
        views: viewed,
        ...soldOf(own),
        // The price that a form was made with has its id.
        prices: [...Map.groupBy(own, ({ price }) => price ?? id)]
          .map(([price, some]) => ({ id: price, ...soldOf(some) }))
          .toSorted((one, other) => other.orders - one.orders || one.id.localeCompare(other.id)),
      }
    })
}

function soldOf(rows: readonly FormSales[]) {
  return {
    orders: sumOf(rows, ({ orders }) => orders),
    gross: [...Map.groupBy(rows, ({ currency }) => currency)]
      .map(([currency, some]) => ({ currency, total: sumOf(some, ({ gross }) => gross) }))
      .toSorted((one, other) => one.currency.localeCompare(other.currency)),
  }
}

function sumOf<Row>(rows: readonly Row[], valueOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + valueOf(row), 0)
}
