import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { leftWaiting } from '#payments/coupons/left-waiting.ts'

/**
 * Lets go of a purchase's pieces while its bank has it, where its network or its address keeps more than half of what is left
 * from others, or has lately: it holds nothing then until it is paid. Whoever answers their bank pays as ever.
 */
export async function limitWaitingPieces(
  tx: Transaction<Database>,
  {
    id,
    stockId,
    updatedAt,
  }: { readonly id: string; readonly stockId: string | null; readonly updatedAt: Date },
): Promise<void> {
  if (stockId === null) return
  // A statement of its own: of two that come to their bank at once, the second one sees the first.
  await sql`select from stocks where id = ${stockId}::uuid for update`.execute(tx)
  await sql`
    with own as (
      select stock_id, quantity, network, email_key from stock_holds
      where purchase_id = ${id}::uuid and is_held
    ),
    others as (
      select
        coalesce(sum(hold.quantity) filter (where hold.network = own.network), 0) as of_network,
        coalesce(sum(hold.quantity) filter (where hold.email_key = own.email_key), 0) as of_email,
        coalesce(sum(hold.quantity) filter (where hold.is_held), 0) as held
      from own
      join stock_holds hold on hold.stock_id = own.stock_id and hold.purchase_id <> ${id}::uuid
        and (hold.network = own.network or hold.email_key = own.email_key)
      join purchases on purchases.id = hold.purchase_id
      where hold.is_held or ${leftWaiting(updatedAt)}
    ),
    excess as (
      update stock_holds set is_held = false
      from own, others, stocks
      where purchase_id = ${id}::uuid and stocks.id = own.stock_id
        and own.quantity + greatest(of_network, of_email)
          > greatest(1, (stock_limit - taken + own.quantity + held) / 2)
      returning stock_holds.stock_id, stock_holds.quantity
    )
    update stocks set taken = taken - quantity from excess where stocks.id = excess.stock_id`.execute(tx)
}
