import { sql, type Kysely, type Transaction } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { LevelSum } from '#foundation/db/tables/recurring.ts'
import type { Part } from './store.ts'

/** How long a stored level is used before it is added up again, in milliseconds. */
const keptFor = 7 * 86_400_000
/** A month begins in all time zones within this time, in milliseconds. */
const zonesApart = 2 * 86_400_000

/**
 * The recurring revenue at a given time. It is added up from the ledger once, and again if anything earlier changes.
 */
export async function readLevel(db: Kysely<Database>, part: Part, at: Date, now: Date): Promise<LevelSum[]> {
  const { sellerId, form, price } = part
  const stored = await db
    .selectFrom('recurringLevels')
    .select('sums')
    .where('sellerId', '=', sellerId)
    .where('at', '=', at)
    .where('madeAt', '>', new Date(now.getTime() - keptFor))
    .executeTakeFirst()
  const sums = stored?.sums ?? (await makeLevel(db, sellerId, at, now))
  return sums.filter(
    ({ formId, priceId }) =>
      (form === undefined || formId === form) && (price === undefined || priceId === price),
  )
}

async function makeLevel(db: Kysely<Database>, sellerId: string, at: Date, now: Date): Promise<LevelSum[]> {
  return inTransaction(db, async (tx) => {
    // The ledger must not change between reading and storing.
    await sql`select pg_advisory_xact_lock_shared(hashtext('recurring'))`.execute(tx)
    const { rows } = await sql<LevelSum>`
      select form_id as "formId", price_id as "priceId", currency, billing_period as "billingPeriod",
        billing_interval as "billingInterval", sum(net)::bigint as net, sum(heads)::integer as heads
      from recurring_movements where seller_id = ${sellerId} and at < ${at}
      group by form_id, price_id, currency, billing_period, billing_interval`.execute(tx)
    await tx
      .deleteFrom('recurringLevels')
      .where('sellerId', '=', sellerId)
      .where((row) => row.or([row('at', '=', at), row('at', '<', new Date(at.getTime() - zonesApart))]))
      .execute()
    await tx
      .insertInto('recurringLevels')
      .values({ sellerId, at, sums: JSON.stringify(rows), madeAt: now })
      .execute()
    return rows
  })
}

/** Drops the levels made wrong by ledger changes, which are those after each seller’s earliest change. */
export async function dropLevels(
  tx: Transaction<Database>,
  changed: readonly { readonly sellerId: string; readonly at: Date }[],
): Promise<void> {
  for (const [sellerId, own] of Map.groupBy(changed, (one) => one.sellerId)) {
    const earliest = new Date(Math.min(...own.map(({ at }) => at.getTime())))
    await tx
      .deleteFrom('recurringLevels')
      .where('sellerId', '=', sellerId)
      .where('at', '>', earliest)
      .execute()
  }
}
