import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'

/** More orders than this take too long to count within a request. */
const mostCounted = 100_000
/** A list of more forms is too long to read, and takes too long to send. */
const mostForms = 1_000

type PriceSales = { readonly priceId: string; readonly orders: number }
export type FormSales = {
  readonly formId: string
  readonly orders: number
  /** Left out if all were paid at the form's original price. */
  readonly prices?: PriceSales[]
}

/**
 * Counts the orders of each form and price since an instant, for all forms or the given ones, in one statement; null if
 * there are too many.
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

/** Looks up each form separately, so that only counted rows are read, however much it sold before. */
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
