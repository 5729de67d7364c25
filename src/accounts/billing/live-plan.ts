import { sql, type RawBuilder } from 'kysely'
import type { Plan } from '#foundation/db/tables/billing.ts'

/**
 * A query's expression for the live plan of the seller that a column names, or null; by the rule of `plan-status.ts`. It
 * reads one row by the index of plans that have not ended, so that each request can ask for it.
 */
export function livePlanOfSeller(sellerColumn: string): RawBuilder<Plan | null> {
  return sql<Plan | null>`(
    select plan from plan_subscriptions
    where plan_subscriptions.seller_id = ${sql.ref(sellerColumn)}
      and status not in ('incomplete_expired', 'canceled')
      and (status in ('trialing', 'active', 'past_due') or (status = 'creating' and trial_end is not null))
  )`
}
