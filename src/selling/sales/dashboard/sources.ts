import { sql } from 'kysely'
import type { SalesSums } from '#foundation/db/tables/sales.ts'
import type { Dashboard } from './dashboard-wire.ts'

type Row = NonNullable<SalesSums['sources']>[number]

/** How many sources keep their names in a sum, across all forms. The others are added up. */
const mostNamed = 1000

/** How many of a form's sources keep their names on one day. The others are added up, because anyone can make links. */
const mostOfForm = 200

/** Where the purchases in `paid` came from, as rows in JSON. */
export const soldSources = sql`
  select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(link))), '[]') from (
    select case when place <= ${mostOfForm} then source end as source, currency, sum(orders)::bigint as orders,
      sum(gross)::bigint as gross, 0 as refunds
    from (
      select source, currency, count(*) filter (where kind = 'order') as orders, sum(total) as gross, row_number() over (
          partition by form_id, day order by count(*) filter (where kind = 'order') desc, source, currency
        ) as place
      from paid where source is not null group by form_id, day, source, currency
    ) links
    group by 1, 2
  ) link`

/** Adds up rows by source and currency. The sources with the most orders keep their names. */
export function addSources(rows: readonly Row[]): Row[] {
  const named = new Set(byOrders(rows).slice(0, mostNamed))
  const nameOf = ({ source }: Row) => (source !== undefined && named.has(source) ? source : undefined)
  return [...Map.groupBy(rows, (row) => JSON.stringify([nameOf(row) ?? null, row.currency]))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, some]) => {
      const [first] = some
      if (first === undefined) return []
      const source = nameOf(first)
      const { orders, gross, refunds } = addUp(some)
      return [{ ...(source !== undefined && { source }), currency: first.currency, orders, gross, refunds }]
    })
}

/** The `most` sources with the most orders, and the rest as one source without a name. */
export function leadingSources(rows: readonly Row[], most: number): Dashboard['sources'] {
  const leading = byOrders(rows).slice(0, most)
  const rest = rows.filter(({ source }) => source === undefined || !leading.includes(source))
  return [
    ...leading.map((name) => ({ name, rows: rows.filter(({ source }) => source === name) })),
    ...(rest.length > 0 ? [{ name: null, rows: rest }] : []),
  ].map(({ name, rows: own }) => ({
    name,
    orders: addUp(own).orders,
    gross: amountsIn(own, 'gross'),
    refunds: amountsIn(own, 'refunds'),
  }))
}

function byOrders(rows: readonly Row[]): string[] {
  const counted = new Map<string, number>()
  for (const { source, orders } of rows) {
    if (source !== undefined) counted.set(source, (counted.get(source) ?? 0) + orders)
  }
  return [...counted]
    .toSorted(([one, fewer], [other, more]) => more - fewer || (one < other ? -1 : 1))
    .map(([source]) => source)
}

function amountsIn(rows: readonly Row[], part: 'gross' | 'refunds') {
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .map(([currency, some]) => ({ currency, total: addUp(some)[part] }))
    .filter(({ total }) => total > 0)
    .toSorted((one, other) => one.currency.localeCompare(other.currency))
}

function addUp(rows: readonly Row[]) {
  const sum = { orders: 0, gross: 0, refunds: 0 }
  for (const { orders, gross, refunds } of rows) {
    sum.orders += orders
    sum.gross += gross
    sum.refunds += refunds
  }
  return sum
}
