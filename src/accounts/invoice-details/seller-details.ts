import { type Expression, type Insertable, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { setDetails } from '#accounts/people/change-seller.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'

/** The seller's current invoice details and the shop's name. Fields that were never set are null. */
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

/** From now on, invoices use the shop's current name. The other details stay the same. Locks the shop's row. */
export async function nameInvoices(tx: Transaction<Database>, sellerId: string, now: Date): Promise<void> {
  const details = await findSellerDetails(tx, sellerId)
  await setSellerDetails(tx, { ...details, id: newId(), sellerId, createdAt: now })
}

/** A new version replaces the previous one, which stays with the purchases made under it. */
export async function setSellerDetails(
  tx: Transaction<Database>,
  details: Insertable<Database['sellerDetails']>,
): Promise<void> {
  await tx.insertInto('sellerDetails').values(details).execute()
  await setDetails(tx, details.sellerId, details.id)
}

/** When a seller closes the account, details that no invoice uses are erased, and later invoices have none. */
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
 * An SQL expression for a seller's country: from the invoice details, otherwise from the Stripe account. Null if
 * neither is known.
 */
export function countryOfSeller(seller: string | Expression<string>): RawBuilder<string | null> {
  return sql<string | null>`(
    select coalesce(seller_details.country, located.account_country)
    from sellers_view as located left join seller_details on seller_details.id = located.details_id
    where located.id = ${typeof seller === 'string' ? sql.ref(seller) : seller}
  )`
}

/** An SQL expression for the tax number in a seller's invoice details, or null if there is none. */
export function taxNumberOfSeller(seller: string): RawBuilder<string | null> {
  return sql<string | null>`(
    select seller_details.tax_number
    from sellers_view as numbered join seller_details on seller_details.id = numbered.details_id
    where numbered.id = ${sql.ref(seller)}
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
