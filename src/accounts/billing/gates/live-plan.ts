import { sql, type Expression, type RawBuilder } from 'kysely'
import type { Plan } from '#foundation/db/tables/billing.ts'

/**
 * An SQL expression for a seller's live plan, or null, by the same rule as `plan-status.ts`. It reads one row through
 * an index, so every request can afford it.
 */
export function livePlanOfSeller(seller: string | Expression<string>): RawBuilder<Plan | null> {
  return ofLivePlan<Plan>('plan', typeof seller === 'string' ? sql.ref(seller) : seller)
}

/** When the seller's live plan replaced another one, or null if it is the first. */
export function planChangeOfSeller(sellerColumn: string): RawBuilder<Date | null> {
  return ofLivePlan<Date>('plan_changed_at', sql.ref(sellerColumn))
}

function ofLivePlan<Value>(column: string, seller: Expression<unknown>): RawBuilder<Value | null> {
  return sql<Value | null>`(
    select ${sql.ref(column)} from plan_subscriptions
    where plan_subscriptions.seller_id = ${seller}
      and status not in ('incomplete_expired', 'canceled')
      and (status in ('trialing', 'active', 'past_due') or (status = 'creating' and trial_end is not null))
  )`
}
