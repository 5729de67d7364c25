import type { Kysely } from 'kysely'
import { findCountry } from '#accounts/invoice-details/seller-details.ts'
import { readSeller } from '#accounts/people/read-people.ts'
import type { Database } from '#foundation/db/schema.ts'
import { shop, type Shop } from './contract.ts'

/** How a shop currently looks to buyers, and its country. */
export async function readShop(db: Kysely<Database>, sellerId: string): Promise<Shop> {
  const [seller, country] = [await readSeller(db, sellerId), await findCountry(db, sellerId)]
  return shop.parse({ ...seller, country })
}
