import type { Insertable, Kysely } from 'kysely'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'

export type BookDifference = Pick<
  Insertable<Database['bookDifferences']>,
  'kind' | 'stripeAccountId' | 'paymentIntentId' | 'purchaseId'
> & { readonly details: Readonly<Record<string, unknown>> }

/** Records a difference found by the reconciliation once, and returns whether it is still unresolved. */
export async function recordDifference(db: Kysely<Database>, difference: BookDifference): Promise<boolean> {
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

/** A charge that does not pay for any purchase. `purchaseId` comes from its metadata, or is null. */
export function chargeBeside(
  stripeAccountId: string,
  { id: paymentIntentId, amountReceived: amount, currency }: PaymentIntent,
  purchaseId: string | null,
): BookDifference {
  const details = { amount, currency }
  return { kind: 'charge_without_purchase', stripeAccountId, paymentIntentId, purchaseId, details }
}

export async function listOpenDifferences(db: Kysely<Database>, limit: number) {
  return db
    .selectFrom('bookDifferences')
    .select(['id', 'kind', 'stripeAccountId', 'paymentIntentId', 'purchaseId', 'details', 'foundAt'])
    .where('settledAt', 'is', null)
    .orderBy('foundAt')
    .limit(limit)
    .execute()
}

/** Resolves a difference once; the first note stays. Returns false if there is no such difference. */
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
