import { sql, type ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#foundation/db/schema.ts'

/** A form's timers in their order, as a column of the statement that reads the form; amounts in minor units, times in milliseconds. */
export function timersOfForm(form: ExpressionBuilder<Database, 'forms'>) {
  return jsonArrayFrom(
    form
      .selectFrom('timers')
      .select([
        'timers.title',
        amountOfTimer,
        'timers.redirectUrl',
        'timers.priceId',
        sql<number>`(extract(epoch from expires_at) * 1000)::bigint`.as('expiresAt'),
      ])
      .whereRef('timers.formId', '=', 'forms.id')
      .orderBy('timers.expiresAt'),
  ).as('timers')
}

/** What a timer brings, of whichever price it is. */
export const amountOfTimer = sql<number | null>`coalesce(timers.price_amount, timers.amount)`.as('amount')
