import { sql, type ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#foundation/db/schema.ts'

/**
 * A form's timers in their order, as a column of the statement that reads the form; amounts in minor units, times in
 * milliseconds. Most forms have none, and to see that takes a fifth of sorting none of them into a list.
 */
export function timersOfForm(form: ExpressionBuilder<Database, 'forms'>) {
  const timers = form.selectFrom('timers').whereRef('timers.formId', '=', 'forms.id')
  const listed = timers
    .select([
      'timers.title',
      amountOfTimer,
      'timers.redirectUrl',
      'timers.priceId',
      sql<number>`(extract(epoch from expires_at) * 1000)::bigint`.as('expiresAt'),
    ])
    .orderBy('timers.expiresAt')
  return form
    .case()
    .when(form.exists(timers.select('timers.id')))
    .then(jsonArrayFrom(listed))
    .else(sql<never[]>`'[]'::json`)
    .end()
    .as('timers')
}

/** What a timer brings, of whichever price it is. */
export const amountOfTimer = sql<number | null>`coalesce(timers.price_amount, timers.amount)`.as('amount')
