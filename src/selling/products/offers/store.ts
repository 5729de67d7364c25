import { sql, type Insertable, type Kysely, type Transaction, type Updateable } from 'kysely'
import { likePattern } from '#foundation/db/like-pattern.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { withinScope } from '#foundation/db/seller-scope.ts'
import type { SellerScope } from '#foundation/http/caller.ts'
import type { ListQuery } from '#foundation/http/contract.ts'
import { rowsOf } from '#foundation/http/pages.ts'

const columns = [
  'id',
  'title',
  'image',
  'description',
  'amount',
  'currency',
  'files',
  'acceptButtonText',
  'declineButtonText',
  'isActive',
  'tags',
] as const

export type OfferRow = NonNullable<Awaited<ReturnType<typeof findOffer>>>

export async function findOffer(db: Kysely<Database>, sellerId: string, id: string) {
  return db
    .selectFrom('offers')
    .select(columns)
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** One row more than the page shows tells whether there is a next page. */
export async function listOffers(
  db: Kysely<Database>,
  scope: SellerScope,
  { q, ...asked }: ListQuery,
): Promise<OfferRow[]> {
  const words = likePattern(q)
  return db
    .selectFrom('offers')
    .select(columns)
    .where(withinScope('sellerId', scope))
    .where('deletedAt', 'is', null)
    .$if(q !== '', (query) =>
      query.where((offer) =>
        offer.or([
          offer('title', 'ilike', words),
          offer('description', 'ilike', words),
          sql<boolean>`exists (select from jsonb_array_elements_text(tags) as tag where tag ilike ${words})`,
        ]),
      ),
    )
    .orderBy('id', 'desc')
    .limit(rowsOf(asked).limit)
    .offset(rowsOf(asked).offset)
    .execute()
}

export async function insertOffer(
  db: Kysely<Database>,
  sellerId: string,
  offer: Omit<Insertable<Database['offers']>, 'id' | 'sellerId'>,
): Promise<OfferRow> {
  return db
    .insertInto('offers')
    .values({ ...offer, id: newId(), sellerId })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Answers undefined when the seller has no such offer. */
export async function updateOffer(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
  changes: Updateable<Database['offers']>,
): Promise<OfferRow | undefined> {
  return db
    .updateTable('offers')
    .set({ ...changes, updatedAt: new Date() })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Deleting is soft: what was sold stays. Answers the title, or undefined when the seller has no such offer. */
export async function deleteOffer(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
): Promise<string | undefined> {
  const deleted = await db
    .updateTable('offers')
    .set({ deletedAt: new Date() })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning('title')
    .executeTakeFirst()
  return deleted?.title
}

/** The forms whose sequence begins with this offer. */
export async function listFormsWithOffer(
  db: Kysely<Database>,
  sellerId: string,
  offerId: string,
): Promise<string[]> {
  const forms = await db
    .selectFrom('forms')
    .select('id')
    .where('sellerId', '=', sellerId)
    .where('oneTimeOfferId', '=', offerId)
    .where('deletedAt', 'is', null)
    .execute()
  return forms.map(({ id }) => id)
}

/** Of a seller who closes. */
export async function deleteAllOffers(tx: Transaction<Database>, sellerId: string, now: Date): Promise<void> {
  await tx
    .updateTable('offers')
    .set({ deletedAt: now })
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .execute()
}
