import { sql, type Kysely } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { pruneBatch, pruneRound } from '#foundation/jobs/prune.ts'
import type { Services } from '#registry/services.ts'
import { wentBack } from './filter/conditions.ts'

/** Recomputes the totals of customers whose purchases, refunds or disputes changed, as marked by database triggers. */
export async function sumCustomers({ db }: Pick<Services, 'db'>): Promise<number> {
  return pruneRound(() => sumBatch(db, pruneBatch))
}

/**
 * Recomputes the totals of a batch of marked customers. Returns how many marks it removed. Later changes set new
 * ones.
 */
async function sumBatch(db: Kysely<Database>, limit: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    // Only one run at a time, because of two runs for the same customer, the one that read first could write last.
    const { rows: turns } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('customer totals')) as "isOurs"`.execute(tx)
    if (turns[0]?.isOurs !== true) return 0
    const { rows: changed } = await sql<{ id: string }>`
      delete from customer_totals
      where ctid = any(array(select ctid from customer_totals where currency = '' limit ${limit}))
      returning customer_id as id`.execute(tx)
    if (changed.length === 0) return 0
    const ids = sql`${[...new Set(changed.map(({ id }) => id))]}::uuid[]`
    // Changes committed with those marks are visible from here on.
    await sql`delete from customer_totals where customer_id = any(${ids}) and currency <> ''`.execute(tx)
    await sql`
      insert into customer_totals (customer_id, seller_id, currency, total)
      select customers.id, customers.seller_id, purchases.currency, sum(purchases.total - ${wentBack})
      from customers
      join purchases_view as purchases on purchases.seller_id = customers.seller_id and purchases.customer_id = customers.id
      where customers.id = any(${ids})
      group by customers.id, purchases.currency`.execute(tx)
    return changed.length
  })
}
