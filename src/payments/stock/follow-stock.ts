import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { PurchaseStatus } from '#foundation/db/tables/purchases.ts'
import { lookAtUnheld } from './unheld.ts'
import { leftWaiting } from '#payments/coupons/left-waiting.ts'

type Moved = {
  readonly id: string
  readonly status: PurchaseStatus
  readonly stockId: string | null
  readonly updatedAt: Date
}

/**
 * What becomes of a purchase's pieces of a stock, in the transaction that moves it: they are given back once when nothing was
 * charged, and taken again when money came after all, also beyond the limit. What was sold stays sold when the money goes
 * back: whether it can be sold again, its seller knows. Of what waits for a bank, only so much is kept from others.
 */
export async function followStock(tx: Transaction<Database>, moved: Moved): Promise<void> {
  const { id, status, stockId } = moved
  if (stockId === null) return
  if (status === 'requires_action' || status === 'processing') return limitWaitingPieces(tx, moved)
  if (status === 'created' || status === 'unknown') return
  const isHeld = status !== 'failed' && status !== 'canceled'
  await sql`
    with before as (
      select purchase_id, is_held from stock_holds where purchase_id = ${id}::uuid for update
    ),
    followed as (
      update stock_holds set is_held = ${isHeld}::boolean,
        network = case when ${isHeld}::boolean then null else network end,
        email_key = case when ${isHeld}::boolean then null else email_key end
      from before where stock_holds.purchase_id = before.purchase_id
      returning stock_id, quantity, before.is_held as was_held
    )
    update stocks set taken = taken + case when ${isHeld}::boolean then quantity else -quantity end
    from followed where stocks.id = followed.stock_id and was_held <> ${isHeld}::boolean`.execute(tx)
  if (isHeld) await lookAtUnheld(tx, stockId, moved.updatedAt)
}

/**
 * Lets go of a purchase's pieces while its bank has it, where its network or its address keeps more than half of what is left
 * from others, or has lately: it holds nothing then until it is paid. Whoever answers their bank pays as ever.
 */
async function limitWaitingPieces(
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
