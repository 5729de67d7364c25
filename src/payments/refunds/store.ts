import { sql, type Insertable, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Refund } from './list-refunds.ts'

export type NewRefund = Insertable<Database['refunds']>

/** The sums of refunds. `open` includes pending ones, and `settled` is the number of those that are not pending. */
export async function sumRefunds(tx: Transaction<Database>, purchaseId: string) {
  const sum = (column: 'amount' | 'tax_amount', states: string) =>
    sql<number>`coalesce(sum(${sql.ref(column)}) filter (where ${sql.raw(states)}), 0)::bigint`
  return tx
    .selectFrom('refunds')
    .select([
      sum('amount', `status <> 'failed'`).as('openAmount'),
      sum('tax_amount', `status <> 'failed'`).as('openTaxAmount'),
      sum('amount', `status = 'succeeded'`).as('succeededAmount'),
      sql<number>`count(*) filter (where status <> 'pending')`.as('settled'),
    ])
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirstOrThrow()
}

export async function insertRefund(tx: Transaction<Database>, refund: NewRefund): Promise<Refund> {
  return tx.insertInto('refunds').values(refund).returningAll().executeTakeFirstOrThrow()
}

export async function findRefund(db: Kysely<Database>, id: string): Promise<Refund | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findRefundByKey(
  tx: Transaction<Database>,
  purchaseId: string,
  idempotencyKey: string,
): Promise<Refund | undefined> {
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

type Change = Pick<Refund, 'status' | 'failureReason' | 'updatedAt' | 'nextCheckAt'> & {
  readonly stripeRefundId?: string
}

/** Changes a refund's state. Undefined if it already has that state. A failed refund stays failed. */
export async function moveRefund(
  tx: Transaction<Database>,
  id: string,
  change: Change,
): Promise<Refund | undefined> {
  return tx
    .updateTable('refunds')
    .set(change)
    .where('id', '=', id)
    .where('status', 'not in', [change.status, 'failed'])
    .returningAll()
    .executeTakeFirst()
}

export async function recordPending(
  db: Kysely<Database>,
  id: string,
  nextCheckAt: Date,
  stripeRefundId?: string,
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ nextCheckAt, ...(stripeRefundId === undefined ? {} : { stripeRefundId }) })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

/** Gives a refund its next key. Only one caller gets it. Undefined if it is settled or already has a newer key. */
export async function nextAttempt(
  db: Kysely<Database>,
  { id, attempt }: Pick<Refund, 'id' | 'attempt'>,
): Promise<Refund | undefined> {
  return db
    .updateTable('refunds')
    .set({ attempt: attempt + 1 })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
}
