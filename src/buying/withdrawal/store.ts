import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely'
import { withdrawalTerms } from '#buying/consumer-law/terms.ts'
import { likePattern } from '#foundation/db/like-pattern.ts'
import type { Database } from '#foundation/db/schema.ts'

export type Withdrawal = Selectable<Database['withdrawals']>
export type NewWithdrawal = Insertable<Database['withdrawals']>

/** A statement, once for its id: false when it is there already. */
export async function insertWithdrawal(tx: Transaction<Database>, row: NewWithdrawal): Promise<boolean> {
  const written = await tx
    .insertInto('withdrawals')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

export async function findWithdrawal(db: Kysely<Database>, id: string): Promise<Withdrawal | undefined> {
  return db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()
}

type Change = Partial<Omit<Withdrawal, 'id' | 'receivedAt' | 'statement'>>

/** Changes a statement that nobody has refused meanwhile; undefined when somebody has. */
export async function changeOpen(
  tx: Kysely<Database>,
  id: string,
  change: Change,
): Promise<Withdrawal | undefined> {
  return tx
    .updateTable('withdrawals')
    .set(change)
    .where('id', '=', id)
    .where('refusedFor', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export async function addPurchases(
  tx: Kysely<Database>,
  withdrawalId: string,
  purchaseIds: readonly string[],
): Promise<void> {
  if (purchaseIds.length === 0) return
  await tx
    .insertInto('withdrawnPurchases')
    .values(purchaseIds.map((purchaseId) => ({ purchaseId, withdrawalId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The later payments of an order that is withdrawn from are withdrawn from with it. */
export async function addRenewals(
  db: Kysely<Database>,
  withdrawalId: string,
  orderId: string,
): Promise<void> {
  await db
    .insertInto('withdrawnPurchases')
    .columns(['purchaseId', 'withdrawalId'])
    .expression((query) =>
      query
        .selectFrom('purchases')
        .select(['id', sql<string>`${withdrawalId}::uuid`.as('withdrawalId')])
        .where('orderId', '=', orderId)
        .where('kind', '=', 'renewal')
        .where('paidAt', 'is not', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A paid purchase as a withdrawal sees it; amounts in minor units of `currency`. */
export type Part = Awaited<ReturnType<typeof listParts>>[number]

/** The purchases with these ids, or all of an order; only what was paid. */
export async function listParts(
  db: Kysely<Database>,
  which: { readonly orderId: string } | { readonly withdrawalId: string },
) {
  return db
    .selectFrom('purchases')
    .innerJoin('forms', 'forms.id', 'purchases.formId')
    .leftJoin('withdrawnPurchases', 'withdrawnPurchases.purchaseId', 'purchases.id')
    .select(['purchases.id', 'purchases.kind', 'purchases.orderId', 'purchases.total', 'purchases.currency'])
    .select('withdrawnPurchases.withdrawalId')
    .select([sql<Date>`purchases.paid_at`.as('paidAt'), withdrawalTerms.as('terms')])
    .select((part) => [
      part.fn
        .coalesce(
          part
            .selectFrom('purchaseLines')
            .select('purchaseLines.title')
            .whereRef('purchaseLines.purchaseId', '=', 'purchases.id')
            .where('purchases.kind', '=', 'offer')
            .where('purchaseLines.position', '=', 0),
          'forms.title',
        )
        .as('title'),
      part
        .selectFrom('refunds')
        .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('returned'))
        .whereRef('refunds.purchaseId', '=', 'purchases.id')
        .where('refunds.status', '!=', 'failed')
        .$asScalar()
        .as('returned'),
      part
        .selectFrom('refunds')
        .select(sql<number>`count(*)`.as('failed'))
        .whereRef('refunds.purchaseId', '=', 'purchases.id')
        .where('refunds.status', '=', 'failed')
        .where('refunds.requestedBy', '=', 'withdrawal')
        .$asScalar()
        .as('failedRefunds'),
      part
        .selectFrom('refunds')
        .select('refunds.failureReason')
        .whereRef('refunds.purchaseId', '=', 'purchases.id')
        .orderBy('refunds.id', 'desc')
        .limit(1)
        .as('lastFailure'),
      sql<string[]>`array(select status from disputes where disputes.purchase_id = purchases.id)`.as(
        'disputeStatuses',
      ),
    ])
    .where('purchases.paidAt', 'is not', null)
    .where('orderId' in which ? ofOrder(which.orderId) : ofWithdrawal(which.withdrawalId))
    .orderBy('purchases.id')
    .execute()
}

function ofOrder(orderId: string) {
  return sql<boolean>`(purchases.id = ${orderId} or purchases.order_id = ${orderId})`
}

function ofWithdrawal(withdrawalId: string) {
  return sql<boolean>`withdrawn_purchases.withdrawal_id = ${withdrawalId}`
}

/** Statements about an order, or parts of it, that nobody has shown to come from its buyer yet; the oldest first. */
export async function listUnconfirmed(db: Kysely<Database>, orderId: string): Promise<Withdrawal[]> {
  return db
    .selectFrom('withdrawals')
    .selectAll('withdrawals')
    .innerJoin('purchases', 'purchases.id', 'withdrawals.purchaseId')
    .where(ofOrder(orderId))
    .where('confirmedAt', 'is', null)
    .where('refusedFor', 'is', null)
    .orderBy('receivedAt')
    .execute()
}

/** The orders whose mails go to an address, paid since a time, the newest first; of one seller, or of all. */
export async function listOrdersOf(
  db: Kysely<Database>,
  email: string,
  sellerId: string | null,
  since: Date,
) {
  return (
    db
      .selectFrom('purchases')
      .innerJoin('forms', 'forms.id', 'purchases.formId')
      .select(['purchases.id', 'purchases.sellerId', 'forms.title'])
      .where('purchases.kind', '=', 'order')
      .where('purchases.paidAt', '>', since)
      .$if(sellerId !== null, (query) =>
        query
          .where('purchases.sellerId', '=', sellerId ?? '')
          .where(sql`lower(coalesce(purchases.mail_to, purchases.email))`, '=', email.toLowerCase()),
      )
      // Of all sellers only the words of an address have an index.
      .$if(sellerId === null, (query) =>
        query
          .where('purchases.email', 'ilike', likePattern(email))
          .where(sql`lower(purchases.email)`, '=', email.toLowerCase())
          .where('purchases.mailTo', 'is', null),
      )
      .orderBy('purchases.id', 'desc')
      .limit(5)
      .execute()
  )
}

/** The shop with this id, or of the form with this id. */
export async function findShop(
  db: Kysely<Database>,
  which: { readonly sellerId: string } | { readonly formId: string },
): Promise<{ id: string; name: string } | undefined> {
  const query = db.selectFrom('sellers').select(['sellers.id', 'sellers.name'])
  return 'sellerId' in which
    ? query.where('sellers.id', '=', which.sellerId).executeTakeFirst()
    : query
        .innerJoin('forms', 'forms.sellerId', 'sellers.id')
        .where('forms.id', '=', which.formId)
        .executeTakeFirst()
}
