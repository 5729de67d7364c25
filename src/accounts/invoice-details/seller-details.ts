import { type Expression, type Insertable, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { setDetails } from '#accounts/people/change-seller.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'

/** What the seller's invoices say from now on, and the shop's name; the fields are null where nothing was ever set. */
export async function findSellerDetails(db: Kysely<Database>, sellerId: string) {
  return db
    .selectFrom('sellersView as sellers')
    .leftJoin('sellerDetails', 'sellerDetails.id', 'sellers.detailsId')
    .select([
      'sellers.name as shopName',
      'sellerDetails.name',
      'sellerDetails.addressLine1',
      'sellerDetails.addressLine2',
      'sellerDetails.postalCode',
      'sellerDetails.city',
      'sellerDetails.country',
      'sellerDetails.taxNumber',
      'sellerDetails.note',
    ])
    .where('sellers.id', '=', sellerId)
    .executeTakeFirstOrThrow()
}

/** From now on invoices say the shop's present name; whatever else they say stays. The row of the shop is locked. */
export async function nameInvoices(tx: Transaction<Database>, sellerId: string, now: Date): Promise<void> {
  const details = await findSellerDetails(tx, sellerId)
  await setSellerDetails(tx, { ...details, id: newId(), sellerId, createdAt: now })
}

/** A new version takes the place of the one before, which stays with what was sold under it. */
export async function setSellerDetails(
  tx: Transaction<Database>,
  details: Insertable<Database['sellerDetails']>,
): Promise<void> {
  await tx.insertInto('sellerDetails').values(details).execute()
  await setDetails(tx, details.sellerId, details.id)
}

/** Of a seller who closes: what stands on no invoice is erased, and nothing is said on later ones. */
export async function eraseUnusedDetails(tx: Transaction<Database>, sellerId: string): Promise<void> {
  const nothing = { name: null, addressLine1: null, addressLine2: null, postalCode: null, city: null }
  await setDetails(tx, sellerId, null)
  await tx
    .updateTable('sellerDetails')
    .set({ ...nothing, shopName: null, country: null, taxNumber: null, note: null })
    .where('sellerId', '=', sellerId)
    .where('id', 'not in', (used) =>
      used
        .selectFrom('purchasesView as purchases')
        .select('purchases.sellerDetailsId')
        .where('purchases.sellerId', '=', sellerId)
        .where('purchases.sellerDetailsId', 'is not', null)
        .$narrowType<{ sellerDetailsId: string }>(),
    )
    .execute()
}

/**
 * Where the seller is that a column or an expression names, as an expression for a query: what they have told for their invoices, else
 * where their account at the provider is; null: neither is known.
 */
export function countryOfSeller(seller: string | Expression<string>): RawBuilder<string | null> {
  return sql<string | null>`(
    select coalesce(seller_details.country, located.account_country)
    from sellers_view as located left join seller_details on seller_details.id = located.details_id
    where located.id = ${typeof seller === 'string' ? sql.ref(seller) : seller}
  )`
}

export async function findCountry(db: Kysely<Database>, sellerId: string): Promise<string | null> {
  const { country } = await db
    .selectFrom('sellersView as sellers')
    .select(countryOfSeller('sellers.id').as('country'))
    .where('sellers.id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return country
}
