import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { CancelReason } from '#foundation/db/tables/subscriptions.ts'
import { cameOfForm, type Scope } from './store.ts'

/** Why buyers canceled in a time span, if they gave a reason, most common first. */
export async function countCancelReasons(
  db: Kysely<Database>,
  scope: Scope,
  { begins, ends }: { readonly begins: Date; readonly ends: Date },
): Promise<{ reason: CancelReason; count: number }[]> {
  const { rows } = await sql<{ reason: CancelReason; count: number }>`
    select cancel_reason as reason, count(*)::integer as count from subscriptions_view as subscriptions
    where seller_id = ${scope.sellerId} and cancel_reason is not null
      and cancellation_at >= ${begins} and cancellation_at < ${ends}
      and ${cameOfForm(scope, 'subscriptions.orderId')}
    group by 1 order by 2 desc, 1`.execute(db)
  return rows
}
