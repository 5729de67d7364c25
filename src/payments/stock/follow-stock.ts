import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { PurchaseStatus } from '#foundation/db/tables/purchases.ts'

type Moved = { readonly id: string; readonly status: PurchaseStatus; readonly stockId: string | null }

/**
 * What becomes of a purchase's pieces of a stock, in the transaction that moves it: they are given back once when nothing was
 * charged, and taken again when money came after all, also beyond the limit. What was sold stays sold when the money goes
 * back: whether it can be sold again, its seller knows.
 */
export async function followStock(tx: Transaction<Database>, moved: Moved): Promise<void> {
  if (moved.stockId === null) return
  const isHeld = moved.status !== 'failed' && moved.status !== 'canceled'
  await sql`
    with followed as (
      update stock_holds set is_held = ${isHeld}::boolean
      where purchase_id = ${moved.id}::uuid and is_held <> ${isHeld}::boolean
      returning stock_id, quantity
    )
    update stocks set taken = taken + case when ${isHeld}::boolean then quantity else -quantity end
    from followed where stocks.id = followed.stock_id`.execute(tx)
}
