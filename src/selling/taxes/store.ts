import { sql, type Insertable, type Kysely, type Transaction, type Updateable } from 'kysely'
import { likePattern } from '#foundation/db/like-pattern.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { withinScope } from '#foundation/db/seller-scope.ts'
import type { SellerScope } from '#foundation/http/caller.ts'
import type { ListQuery } from '#foundation/http/contract.ts'
import { rowsOf } from '#foundation/http/pages.ts'

/** `percentage` is decimal text without zeros at its end. */
const columns = [
  'id',
  'title',
  sql<string>`trim_scale(percentage)::text`.as('percentage'),
  'inclusive',
  'active',
] as const

export type TaxRow = NonNullable<Awaited<ReturnType<typeof findTax>>>

export async function findTax(db: Kysely<Database>, sellerId: string, id: string) {
  return db
    .selectFrom('taxes')
    .select(columns)
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** One row more than the page shows tells whether there is a next page. */
export async function listTaxes(
  db: Kysely<Database>,
  scope: SellerScope,
  { q, active, ...asked }: ListQuery & { readonly active?: boolean | undefined },
): Promise<TaxRow[]> {
  return db
    .selectFrom('taxes')
    .select(columns)
    .where(withinScope('sellerId', scope))
    .where('deletedAt', 'is', null)
    .$if(active !== undefined, (query) => query.where('active', '=', active === true))
    .$if(q !== '', (query) => query.where('title', 'ilike', likePattern(q)))
    .orderBy('id', 'desc')
    .limit(rowsOf(asked).limit)
    .offset(rowsOf(asked).offset)
    .execute()
}

export async function insertTax(
  db: Kysely<Database>,
  sellerId: string,
  tax: Omit<Insertable<Database['taxes']>, 'id' | 'sellerId'>,
): Promise<TaxRow> {
  return db
    .insertInto('taxes')
    .values({ ...tax, id: newId(), sellerId })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Answers undefined when the seller has no such tax. */
export async function updateTax(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
  changes: Updateable<Database['taxes']>,
): Promise<TaxRow | undefined> {
  return db
    .updateTable('taxes')
    .set({ ...changes, updatedAt: new Date() })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Deleting is soft: what was sold stays. Answers the title, or undefined when the seller has no such tax. */
export async function deleteTax(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
): Promise<string | undefined> {
  const deleted = await db
    .updateTable('taxes')
    .set({ deletedAt: new Date() })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('title')
    .executeTakeFirst()
  return deleted?.title
}

export async function listFormsWithTax(
  db: Kysely<Database>,
  sellerId: string,
  taxId: string,
): Promise<string[]> {
  const forms = await db
    .selectFrom('forms')
    .select('id')
    .where('sellerId', '=', sellerId)
    .where('taxId', '=', taxId)
    .where('deletedAt', 'is', null)
    .execute()
  return forms.map(({ id }) => id)
}

/** The seller's connected account at the provider; null while there is none. */
export async function findAccount(db: Kysely<Database>, sellerId: string): Promise<string | null> {
  const seller = await db
    .selectFrom('sellers')
    .select('stripeAccountId')
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return seller.stripeAccountId
}

/** Of a seller who closes. */
export async function deleteAllTaxes(tx: Transaction<Database>, sellerId: string, now: Date): Promise<void> {
  await tx
    .updateTable('taxes')
    .set({ deletedAt: now })
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .execute()
}
