import { sql, type ExpressionBuilder, type Insertable, type Kysely, type Transaction } from 'kysely'
import { newId } from '#db/new-id.ts'
import type { Database } from '#db/schema.ts'
import type { PurchaseStatus } from '#db/tables/purchases.ts'
import { statesBefore, type MovedBy, type Purchase } from './purchase.ts'

export type NewPurchase = Insertable<Database['purchases']>
export type NewLine = Insertable<Database['purchaseLines']>

/**
 * Records the intent to charge. Undefined when nothing was written: a purchase with this form and key is there already,
 * or an unsettled one of the same buyer.
 */
export async function insertPurchase(
  tx: Transaction<Database>,
  purchase: NewPurchase,
  lines: readonly NewLine[],
  cause = 'intent recorded',
): Promise<Purchase | undefined> {
  const inserted = await tx
    .insertInto('purchases')
    .values(purchase)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted === undefined) return undefined
  const { id: purchaseId, status } = inserted
  await tx
    .with('lines', (query) => query.insertInto('purchaseLines').values(lines))
    .insertInto('purchaseTransitions')
    .values({ purchaseId, status, cause })
    .execute()
  return inserted
}

/** Whether the same e-mail has paid another purchase of the same form that was made after a time. */
export async function hasPaidBefore(
  tx: Transaction<Database>,
  { id, formId, email }: Pick<Purchase, 'id' | 'formId' | 'email'>,
  since: Date,
): Promise<boolean> {
  const paid = await tx
    .selectFrom('purchases')
    .select('id')
    .where('formId', '=', formId)
    .where('kind', '=', 'order')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('createdAt', '>', since)
    .where('status', 'in', ['paid', 'partially_refunded'])
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  return paid !== undefined
}

export async function findPurchase(db: Kysely<Database>, id: string): Promise<Purchase | undefined> {
  return db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findPurchaseByKey(
  db: Kysely<Database>,
  formId: string,
  idempotencyKey: string,
): Promise<Purchase | undefined> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('formId', '=', formId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

export type EarlierPurchase = Pick<Purchase, 'idempotencyKey' | 'status' | 'createdAt'>

/** The purchase with this key, and those that the same e-mail has made of the form since a time. */
export async function listEarlierPurchases(
  db: Kysely<Database>,
  { formId, idempotencyKey, email }: Pick<Purchase, 'formId' | 'idempotencyKey' | 'email'>,
  since: Date,
): Promise<EarlierPurchase[]> {
  return db
    .selectFrom('purchases')
    .select(['idempotencyKey', 'status', 'createdAt'])
    .where('formId', '=', formId)
    .where('kind', '=', 'order')
    .where((purchase) =>
      purchase.or([
        purchase('idempotencyKey', '=', idempotencyKey),
        purchase.and([
          purchase(sql`lower(email)`, '=', sql`lower(${email})`),
          purchase('createdAt', '>', since),
        ]),
      ]),
    )
    .execute()
}

type Change = Partial<
  Pick<
    Purchase,
    | 'stripeCustomerId'
    | 'paymentIntentId'
    | 'applicationFeeAmount'
    | 'failureReason'
    | 'failureMessage'
    | 'nextCheckAt'
    | 'paidAt'
  >
> & { readonly status: PurchaseStatus; readonly updatedAt: Date }

/**
 * Moves a purchase if its present state allows the move; undefined when it does not, and then nothing changed. What is
 * paid keeps what its seller's invoices say at that moment.
 */
export async function movePurchase(
  tx: Transaction<Database>,
  id: string,
  change: Change,
  cause: string,
  by: MovedBy = 'payment',
): Promise<Purchase | undefined> {
  return tx
    .with('moved', (query) =>
      query
        .updateTable('purchases')
        .set(change)
        .$if(change.paidAt !== undefined, (update) => update.set({ sellerDetailsId: presentDetails }))
        .where('id', '=', id)
        .where('status', 'in', statesBefore(change.status, by))
        .returningAll(),
    )
    .with('noted', (query) =>
      query
        .insertInto('purchaseTransitions')
        .columns(['purchaseId', 'status', 'cause'])
        .expression(
          query.selectFrom('moved').select(['id', 'status', sql<string>`${cause}::text`.as('cause')]),
        ),
    )
    .selectFrom('moved')
    .selectAll()
    .executeTakeFirst()
}

function presentDetails(purchase: ExpressionBuilder<Database, 'purchases'>) {
  return purchase
    .selectFrom('sellers')
    .select('sellers.detailsId')
    .whereRef('sellers.id', '=', 'purchases.sellerId')
}

/** A purchase that has moved on since it was read keeps the time that its move has set. */
export async function scheduleCheck(
  db: Kysely<Database>,
  { id, status }: Pick<Purchase, 'id' | 'status'>,
  at: Date | null,
): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ nextCheckAt: at })
    .where('id', '=', id)
    .where('status', '=', status)
    .execute()
}

export type BookDifference = Pick<
  Insertable<Database['bookDifferences']>,
  'kind' | 'stripeAccountId' | 'paymentIntentId' | 'purchaseId'
> & { readonly details: Readonly<Record<string, unknown>> }

/** Puts a difference between the books on the list, once; answers whether it is open, that is not settled yet. */
export async function recordDifference(
  db: Kysely<Database> | Transaction<Database>,
  difference: BookDifference,
): Promise<boolean> {
  const { settledAt } = await db
    .insertInto('bookDifferences')
    .values({ ...difference, id: newId(), details: JSON.stringify(difference.details) })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'paymentIntentId', 'purchaseId'])
        .doUpdateSet((row) => ({ kind: row.ref('excluded.kind') })),
    )
    .returning('settledAt')
    .executeTakeFirstOrThrow()
  return settledAt === null
}

/** The connected accounts that sold anything since a time, or have an account at all. */
export async function listConnectedAccounts(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('sellers')
    .select('stripeAccountId')
    .where('stripeAccountId', 'is not', null)
    .execute()
  return rows.flatMap(({ stripeAccountId }) => (stripeAccountId === null ? [] : [stripeAccountId]))
}

export async function listPurchasesOfAccount(
  db: Kysely<Database>,
  stripeAccountId: string,
  from: Date,
  to: Date,
): Promise<Purchase[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('stripeAccountId', '=', stripeAccountId)
    .where('createdAt', '>=', from)
    .where('createdAt', '<=', to)
    .execute()
}

/** The differences that nobody has settled, of every seller, the oldest first. */
export async function listOpenDifferences(db: Kysely<Database>, limit: number) {
  return db
    .selectFrom('bookDifferences')
    .select(['id', 'kind', 'stripeAccountId', 'paymentIntentId', 'purchaseId', 'details', 'foundAt'])
    .where('settledAt', 'is', null)
    .orderBy('foundAt')
    .limit(limit)
    .execute()
}

/** Purchases without an outcome that began before `stuck`, or before `abandoned` if they wait for the buyer. */
export async function listUnsettledPurchases(
  db: Kysely<Database>,
  { stuck, abandoned }: { readonly stuck: Date; readonly abandoned: Date },
  limit: number,
) {
  return db
    .selectFrom('purchases')
    .select(['id', 'status', 'total', 'currency', 'stripeAccountId', 'paymentIntentId'])
    .select(['checkCount', 'createdAt', 'nextCheckAt'])
    .$narrowType<{ status: 'created' | 'requires_action' | 'unknown' }>()
    .where('status', 'in', ['created', 'requires_action', 'unknown'])
    .where((purchase) =>
      purchase.or([
        purchase('createdAt', '<', abandoned),
        purchase.and([purchase('createdAt', '<', stuck), purchase('status', '!=', 'requires_action')]),
      ]),
    )
    .orderBy('createdAt')
    .limit(limit)
    .execute()
}

/** Settles a difference once: who was first keeps their note. False: there is no such difference. */
export async function settleDifference(
  db: Kysely<Database>,
  id: string,
  by: { readonly userId: string; readonly note: string; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bookDifferences')
    .set({ settledAt: by.at, settledBy: by.userId, settledNote: by.note })
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0) return true
  const found = await db.selectFrom('bookDifferences').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}
