import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** A hold of a purchase that waits for its bank without its pieces, of which too few are left by now. */
const lacksPieces = sql<boolean>`(
  not hold.is_held and hold.email_key is not null and hold.quantity > stocks.stock_limit - stocks.taken)`

/**
 * Has those that wait without their pieces looked at, once others have taken so many that they could not have them. One that
 * is being moved is left out: it may be waiting for the stock itself.
 */
export async function lookAtUnheld(tx: Transaction<Database>, stockId: string, now: Date): Promise<void> {
  await sql`
    with unheld as (
      select purchases.id from stock_holds hold
      join stocks on stocks.id = hold.stock_id
      join purchases on purchases.id = hold.purchase_id
      where hold.stock_id = ${stockId}::uuid and ${lacksPieces} and purchases.status = 'requires_action'
      for update of purchases skip locked
    )
    update purchases set next_check_at = ${now}::timestamptz from unheld where purchases.id = unheld.id`.execute(
    tx,
  )
}

/** Whether a purchase that waits for its bank can have what it is for, if that says yes. */
export async function canHavePieces(
  db: Kysely<Database>,
  { id, stockId }: { readonly id: string; readonly stockId: string | null },
): Promise<boolean> {
  if (stockId === null) return true
  const { rows } = await sql`
    select from stock_holds hold join stocks on stocks.id = hold.stock_id
    where hold.purchase_id = ${id}::uuid and ${lacksPieces}`.execute(db)
  return rows.length === 0
}
