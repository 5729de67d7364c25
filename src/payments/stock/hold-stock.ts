import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Holder } from '#payments/coupons/holder.ts'
import { lookAtUnheld } from './unheld.ts'
import { FewerLeft, SoldOut } from './errors.ts'

/** What a purchase takes of a stock, and who asks for it. */
export type OrderedStock = { readonly stockId: string; readonly quantity: number; readonly holder: Holder }

/**
 * Takes pieces of a stock for a purchase, in the transaction that records it. Whoever wants some of the same stock waits until
 * this one is decided, so that the last piece goes to one of a thousand. Throws `SoldOut` or `FewerLeft` where there are
 * too few.
 */
export async function holdStock(
  tx: Transaction<Database>,
  purchaseId: string,
  { stockId, quantity, holder }: OrderedStock,
  now: Date,
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    with stock as (
      update stocks set taken = taken + ${quantity}
      where id = ${stockId}::uuid and taken + ${quantity} <= stock_limit
      returning id
    )
    insert into stock_holds (purchase_id, stock_id, quantity, network, email_key)
    select ${purchaseId}::uuid, id, ${quantity}::integer, ${holder.network}::text, ${holder.emailKey}::text
    from stock`.execute(tx)
  if (numAffectedRows > 0n) return lookAtUnheld(tx, stockId, now)
  const stock = await tx
    .selectFrom('stocks')
    .select(['stockLimit', 'taken'])
    .where('id', '=', stockId)
    .executeTakeFirst()
  // Its seller has taken the limit away meanwhile.
  if (stock === undefined) return
  const left = stock.stockLimit - stock.taken
  throw left <= 0 ? new SoldOut() : new FewerLeft(left)
}
