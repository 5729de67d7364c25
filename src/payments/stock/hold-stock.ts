import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { FewerLeft, SoldOut } from './errors.ts'

/** What a purchase takes of a stock. */
export type OrderedStock = { readonly stockId: string; readonly quantity: number }

/**
 * Takes pieces of a stock for a purchase, in the transaction that records it. Whoever wants some of the same stock waits until
 * this one is decided, so that the last piece goes to one of a thousand. Throws `SoldOut` or `FewerLeft` where there are
 * too few.
 */
export async function holdStock(
  tx: Transaction<Database>,
  purchaseId: string,
  { stockId, quantity }: OrderedStock,
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    with stock as (
      update stocks set taken = taken + ${quantity}
      where id = ${stockId}::uuid and taken + ${quantity} <= stock_limit
      returning id
    )
    insert into stock_holds (purchase_id, stock_id, quantity)
    select ${purchaseId}::uuid, id, ${quantity}::integer from stock`.execute(tx)
  if (numAffectedRows > 0n) return
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
