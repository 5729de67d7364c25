import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'

/** More than so many take too long to count while somebody waits. */
const mostCounted = 100_000
/** Of more forms nobody reads the numbers, and sending them takes as long. */
const mostForms = 1_000

type PriceSales = { readonly priceId: string; readonly orders: number }
export type FormSales = {
  readonly formId: string
  readonly orders: number
  /** Left out where all were paid at the price that the form was made with. */
  readonly prices?: PriceSales[]
}

/**
 * How many orders each form had since an instant, and each of its prices, in one statement for all of them, or for those that
 * are asked about; null where they are too many.
 */
export async function countByForm(
  db: Kysely<Database>,
  scope: SellerScope,
  since: Date,
  forms?: readonly string[],
): Promise<FormSales[] | null> {
  const { rows } = await sql<PriceSales & { readonly formId: string }>`
    select form_id, coalesce(price_id, form_id) as price_id, count(*) as orders
    from (
      ${forms === undefined ? soldBy(scope, since) : soldOf(scope, since, forms)} limit ${mostCounted + 1}
    ) sold
    group by 1, 2`.execute(db)
  if (sumOf(rows) > mostCounted) return null
  const byForm = Map.groupBy(rows, ({ formId }) => formId)
  if (byForm.size > mostForms) return null
  return [...byForm].map(([formId, own]) => {
    const isAlone = own.every(({ priceId }) => priceId === formId)
    const prices = own.map(({ priceId, orders }) => ({ priceId, orders }))
    return { formId, orders: sumOf(own), ...(isAlone ? {} : { prices }) }
  })
}

function soldBy(scope: SellerScope, since: Date): RawBuilder<unknown> {
  return sql`
    select form_id, price_id from purchases_view as purchases
    where ${withinScope('purchases.sellerId', scope)} and coalesce(paid_at, created_at) >= ${since}
      and paid_at is not null and kind = 'order'`
}

/** Each form is looked up by itself, so that nothing is read that is not counted, however much it sold before. */
function soldOf(scope: SellerScope, since: Date, forms: readonly string[]): RawBuilder<unknown> {
  return sql`
    select forms.id as form_id, paid.price_id from forms_view as forms
    cross join lateral (
      select purchases.price_id from purchases_view as purchases
      where form_id = forms.id and paid_at >= ${since} and paid_at is not null and kind = 'order' offset 0
    ) paid
    where forms.id = any(${forms}::uuid[]) and ${withinScope('forms.sellerId', scope)}`
}

function sumOf(rows: readonly PriceSales[]): number {
  return rows.reduce((sum, { orders }) => sum + orders, 0)
}
