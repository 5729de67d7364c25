import { sql, type ExpressionBuilder } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Database } from '#foundation/db/schema.ts'

/** A form's stock and how much of it is left, as a column of the statement that reads the form; null: it has no limit. */
export function stockOfForm(form: ExpressionBuilder<Database, 'forms'>) {
  return jsonObjectFrom(
    form
      .selectFrom('stocks')
      .select(['stocks.id', 'stocks.stockLimit', 'stocks.taken'])
      .select(sql<number>`greatest(0, stock_limit - taken)`.as('left'))
      .whereRef('stocks.formId', '=', 'forms.id'),
  ).as('stock')
}
