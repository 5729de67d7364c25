import type { Kysely } from 'kysely'
import type { BrandedShop } from '#buying/checkout/page/brand.ts'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'

export type Shop = BrandedShop & { readonly id: string }

/** The shop with this id; undefined where there is none. */
export async function findSeller(db: Kysely<Database>, id: string): Promise<Shop | undefined> {
  if (!isId(id)) return undefined
  return db
    .selectFrom('sellers')
    .select(['id', 'name as sellerName', 'logo', 'wideLogo', 'contactEmail', 'website', 'brandColor', 'font'])
    .where('id', '=', id)
    .executeTakeFirst()
}
