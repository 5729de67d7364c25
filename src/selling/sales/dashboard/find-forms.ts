import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { LeadingForms } from '#foundation/db/tables/sales.ts'
import type { Dashboard } from './dashboard-wire.ts'
import {
  type FormNumbers,
  type FormSales,
  type FreshForm,
  rankForms,
  readLeaders,
  sumForms,
} from './form-rollups.ts'
import type { CellSums } from './rollups.ts'

type LeadingForm = Omit<Dashboard['forms'][number], 'title' | 'prices'> & {
  readonly prices: readonly {
    readonly id: string
    readonly orders: number
    readonly gross: { currency: string; total: number }[]
  }[]
}

/**
 * The `most` best-selling forms of these cells. From the rollups, only the candidates among each rollup's leading forms
 * are read. If these are inconclusive, all forms are counted. Undefined if a rollup is no longer stored.
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
        // A form's original price has the form's id.
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

/**
 * The forms that could be among the top `most` by orders. Each of `sums` lists only its leading forms, and `fresh`
 * counts orders that are in no sum. A form missing from a sum has at most as many orders there as the last one listed.
 * Undefined if a form that no sum lists could rank that high.
 */
export function leadersOf(
  sums: readonly LeadingForms[],
  fresh: readonly FreshForm[],
  most: number,
): string[] | undefined {
  const counted = new Map(fresh.map(({ id, orders }) => [id, { orders, covered: 0 }]))
  /** The maximum number of orders of a form that is listed in no sum. */
  let unseen = 0
  for (const { ids, orders, areAll } of sums) {
    const least = areAll ? 0 : (orders.at(-1) ?? 0)
    unseen += least
    for (const [place, id] of ids.entries()) {
      const known = counted.get(id) ?? { orders: 0, covered: 0 }
      counted.set(id, { orders: known.orders + (orders[place] ?? 0), covered: known.covered + least })
    }
  }
  const surely = [...counted.values()].map(({ orders }) => orders).toSorted((one, other) => other - one)
  const wanted = surely[most - 1] ?? 0
  const areAllSeen = sums.every(({ areAll }) => areAll)
  if (!areAllSeen && unseen >= wanted) return undefined
  return [...counted]
    .filter(([, { orders, covered }]) => orders + unseen - covered >= wanted)
    .map(([id]) => id)
}
