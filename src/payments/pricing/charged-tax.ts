import { sql, type ExpressionBuilder } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Database } from '#foundation/db/schema.ts'

/** The tax that a form's purchases are charged now, as a column of the statement that reads the form; null: none. */
export function chargedTax(form: ExpressionBuilder<Database, 'forms'>) {
  return jsonObjectFrom(
    form
      .selectFrom('taxes')
      .select(['taxes.title', 'taxes.inclusive', sql<string>`trim_scale(percentage)::text`.as('percentage')])
      .whereRef('taxes.id', '=', 'forms.taxId')
      .where('taxes.deletedAt', 'is', null)
      .where('taxes.active', '=', true),
  ).as('tax')
}
