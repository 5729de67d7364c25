import type { Insertable, Kysely, Transaction, Updateable } from 'kysely'
import { likePattern } from '#foundation/db/like-pattern.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { withinScope } from '#foundation/db/seller-scope.ts'
import type { SellerScope } from '#foundation/http/caller.ts'
import type { ListQuery } from '#foundation/http/contract.ts'
import { rowsOf } from '#foundation/http/pages.ts'

const columns = ['id', 'title', 'image', 'description', 'amount', 'currency', 'files'] as const

export type BumpRow = NonNullable<Awaited<ReturnType<typeof findBump>>>

export async function findBump(db: Kysely<Database>, sellerId: string, id: string) {
  return db
    .selectFrom('bumps')
    .select(columns)
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** One row more than the page shows tells whether there is a next page. */
export async function listBumps(
  db: Kysely<Database>,
  scope: SellerScope,
  { q, ...asked }: ListQuery,
): Promise<BumpRow[]> {
  const words = likePattern(q)
  return db
    .selectFrom('bumps')
    .select(columns)
    .where(withinScope('sellerId', scope))
    .where('deletedAt', 'is', null)
    .$if(q !== '', (query) =>
      query.where((bump) => bump.or([bump('title', 'ilike', words), bump('description', 'ilike', words)])),
    )
    .orderBy('id', 'desc')
    .limit(rowsOf(asked).limit)
    .offset(rowsOf(asked).offset)
    .execute()
}

export async function insertBump(
  db: Kysely<Database>,
  sellerId: string,
  bump: Omit<Insertable<Database['bumps']>, 'id' | 'sellerId'>,
): Promise<BumpRow> {
  return db
    .insertInto('bumps')
    .values({ ...bump, id: newId(), sellerId })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Undefined columns stay as they are. Answers undefined when the seller has no such bump. */
export async function updateBump(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
  changes: Updateable<Database['bumps']>,
): Promise<BumpRow | undefined> {
  return db
    .updateTable('bumps')
    .set({ ...changes, updatedAt: new Date() })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Deleting is soft: what was sold stays. Answers the title, or undefined when the seller has no such bump. */
export async function deleteBump(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
): Promise<string | undefined> {
  const deleted = await db
    .updateTable('bumps')
    .set({ deletedAt: new Date() })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('title')
    .executeTakeFirst()
  return deleted?.title
}

/** The forms that show a bump beside their price or in their sequence of offers. */
export async function listFormsWithBump(
  db: Kysely<Database>,
  sellerId: string,
  bumpId: string,
): Promise<string[]> {
  const forms = await db
    .selectFrom('forms')
    .select('id')
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .where('id', 'in', (form) =>
      form
        .selectFrom('formBumps')
        .select('formId')
        .where('bumpId', '=', bumpId)
        .union(form.selectFrom('formOfferSequence').select('formId').where('bumpId', '=', bumpId)),
    )
    .execute()
  return forms.map(({ id }) => id)
}

/** Whether a card may be charged the bump alone: on a form that is free, or as one of the offers after a payment. */
export async function isChargedAlone(db: Kysely<Database>, bumpId: string): Promise<boolean> {
  const forms = await db
    .selectFrom('forms')
    .select('id')
    .where('deletedAt', 'is', null)
    .where((form) =>
      form.or([
        form('id', 'in', form.selectFrom('formOfferSequence').select('formId').where('bumpId', '=', bumpId)),
        form.and([
          form('amount', '=', 0),
          form('id', 'in', form.selectFrom('formBumps').select('formId').where('bumpId', '=', bumpId)),
        ]),
      ]),
    )
    .limit(1)
    .execute()
  return forms.length > 0
}

/** Of a seller who closes. */
export async function deleteAllBumps(tx: Transaction<Database>, sellerId: string, now: Date): Promise<void> {
  await tx
    .updateTable('bumps')
    .set({ deletedAt: now })
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .execute()
}
