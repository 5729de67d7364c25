import { sql, type Insertable, type Kysely, type Transaction } from 'kysely'
import { prepare } from '#foundation/db/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Purchase } from './purchase.ts'

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

/** Whether the same email has paid another purchase of the same form that was made after a time. */
export async function hasPaidBefore(
  tx: Transaction<Database>,
  { id, formId, email }: Pick<Purchase, 'id' | 'formId' | 'email'>,
  since: Date,
): Promise<boolean> {
  return (await selectPaidBefore(tx, { id, formId, email, since })).length > 0
}

type Since = { readonly since: Date }

const selectPaidBefore = prepare(
  (db, { id, formId, email, since }: Pick<Purchase, 'id' | 'formId' | 'email'> & Since) =>
    db
      .selectFrom('purchases')
      .select('id')
      .where('formId', '=', formId)
      .where('kind', '=', 'order')
      .where(sql`lower(email)`, '=', sql`lower(${email})`)
      .where('createdAt', '>', since)
      .where('status', 'in', ['paid', 'partially_refunded'])
      .where('id', '!=', id)
      .limit(1),
)

export async function findPurchase(db: Kysely<Database>, id: string): Promise<Purchase | undefined> {
  const [purchase] = await selectPurchase(db, { id })
  return purchase
}

const selectPurchase = prepare((db, { id }: Pick<Purchase, 'id'>) =>
  db.selectFrom('purchases').selectAll().where('id', '=', id),
)

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

/** The purchase with this key, and those that the same email has made of the form since a time. */
export async function listEarlierPurchases(
  db: Kysely<Database>,
  { formId, idempotencyKey, email }: Claim,
  since: Date,
): Promise<EarlierPurchase[]> {
  return selectEarlier(db, { formId, idempotencyKey, email, since })
}

type Claim = Pick<Purchase, 'formId' | 'idempotencyKey' | 'email'>

const selectEarlier = prepare((db, { formId, idempotencyKey, email, since }: Claim & Since) =>
  db
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
    ),
)

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
