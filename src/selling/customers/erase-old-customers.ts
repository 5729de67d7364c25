import { sql, type Transaction } from 'kysely'
import type { OldSales } from '#registry/buyer-erasures.ts'
import type { Database } from '#foundation/db/schema.ts'
import { eraseUnchecked, tracesOf, type EraseBuyer } from './erase-customer.ts'

/** Erases the customers whom these sales alone still name. */
export async function eraseOldCustomers(
  tx: Transaction<Database>,
  { ids, now: at }: OldSales,
  eraseBuyer: EraseBuyer,
): Promise<void> {
  const { rows } = await sql<{ id: string; sellerId: string }>`
    select id, seller_id from customers
    where id in (select customer_id from purchases where id = any(${ids}::uuid[])) and erased_at is null
      and not exists (
        select from purchases other
        where other.seller_id = customers.seller_id and other.customer_id = customers.id
          and other.email <> '' and other.id <> all(${ids}::uuid[])
      )
    order by id for no key update`.execute(tx)
  for (const { id, sellerId } of rows) {
    await eraseUnchecked(tx, { id, at, ...(await tracesOf(tx, sellerId, id)) }, eraseBuyer)
  }
}
