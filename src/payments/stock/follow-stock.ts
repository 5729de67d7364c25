import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { PurchaseStatus } from '#foundation/db/tables/purchases.ts'
import { limitWaitingPieces } from './limit-waiting.ts'
import { lookAtUnheld } from './unheld.ts'

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
