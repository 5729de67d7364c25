import { sql, type Insertable, type Kysely, type Transaction } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'

/**
 * Records that a buyer opens what they bought. Only the first time counts. An order and its later payments share their
 * files, so it is recorded on all paid ones. False after a withdrawal or during a full refund. Locks ensure that each
 * of those is clearly before or after this.
 */
export async function recordOpening(db: Kysely<Database>, purchaseId: string, at: Date): Promise<boolean> {
  if (await isRecorded(db, purchaseId)) return true
  return inTransaction(db, async (tx) => {
    const { rows } = await sql`
      select from purchases where ${isOfSameContract(purchaseId)} order by id for update`.execute(tx)
    if (rows.length === 0 || (await isGoingBack(tx, purchaseId))) return false
    await sql`update purchases set begun_at = ${at} where ${isOfSameContract(purchaseId)} and begun_at is null`.execute(
      tx,
    )
    return true
  })
}

async function isRecorded(db: Kysely<Database>, purchaseId: string): Promise<boolean> {
  const { rows } = await sql<{ isRecorded: boolean }>`
    select bool_and(begun_at is not null) as "isRecorded" from purchases where ${isOfSameContract(purchaseId)}`.execute(
    db,
  )
  return rows[0]?.isRecorded === true
}

/** A purchase and, if it is an order or a later payment, everything paid under the same contract. */
function isOfSameContract(purchaseId: string) {
  return sql`purchases.id in (
    select ${purchaseId}::uuid
    union
    select part.id from purchases named
    join purchases part on part.id = named.order_id
      or part.order_id = named.order_id and part.kind in ('renewal', 'payoff')
    where named.id = ${purchaseId} and named.kind in ('renewal', 'payoff') and part.paid_at is not null
    union
    select part.id from purchases part
    where part.order_id = ${purchaseId} and part.kind in ('renewal', 'payoff') and part.paid_at is not null
  )`
}

/**
 * Whether the buyer has withdrawn from a purchase, at any stage, as a condition on `purchases`. A later
 * payment is withdrawn from together with its order's contract.
 */
export const isWithdrawn = sql<boolean>`exists (
  select from withdrawn_purchases_view as withdrawn_purchases join withdrawals_view as withdrawals on withdrawals.id = withdrawal_id
  where refused_for is null and (
    withdrawn_purchases.purchase_id = purchases.id
    or withdrawn_purchases.purchase_id = purchases.order_id and purchases.kind in ('renewal', 'payoff')
  ))`

/** A separate statement, so that it sees what earlier holders of the lock have recorded. */
async function isGoingBack(tx: Transaction<Database>, purchaseId: string): Promise<boolean> {
  const { rows } = await sql<{ isGoingBack: boolean }>`
    select ${isWithdrawn} or total > 0 and total <= (
      select coalesce(sum(amount), 0) from refunds_view as refunds where refunds.purchase_id = purchases.id and refunds.status <> 'failed'
    ) as "isGoingBack"
    from purchases where id = ${purchaseId}::uuid`.execute(tx)
  return rows[0]?.isGoingBack === true
}

/**
 * Records when a file was first and last opened. `isFurther` means a later part of the same download, which
 * does not count as another opening.
 */
export async function recordFileOpening(
  db: Kysely<Database>,
  opening: { readonly purchaseId: string; readonly fileId: string },
  at: Date,
  isFurther = false,
): Promise<void> {
  await db
    .insertInto('fileOpenings')
    .values({ ...opening, firstAt: at, lastAt: at })
    .onConflict((conflict) => {
      const known = conflict.columns(['purchaseId', 'fileId'])
      if (isFurther) return known.doNothing()
      return known.doUpdateSet({
        lastAt: (of) => of.fn('greatest', ['fileOpenings.lastAt', 'excluded.lastAt']),
      })
    })
    .execute()
}

/** Records when the goods of a sale arrived. False if the seller has no such paid purchase. */
export async function recordDelivery(
  db: Kysely<Database>,
  sellerId: string,
  purchaseId: string,
  deliveredOn: string | null,
): Promise<boolean> {
  const updated = await db
    .updateTable('purchases')
    .set({ deliveredOn })
    .where('id', '=', purchaseId)
    .where('sellerId', '=', sellerId)
    .where('paidAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Records consents given after paying. Earlier ones stay. False if none is new. */
export async function recordConsents(
  tx: Transaction<Database>,
  consents: readonly Insertable<Database['consents']>[],
): Promise<boolean> {
  const added = await tx
    .insertInto('consents')
    .values(consents)
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute()
  return added.length > 0
}
