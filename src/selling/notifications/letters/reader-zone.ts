import type { Kysely } from 'kysely'
import { findSeller } from '#accounts/people/read-people.ts'
import type { Database } from '#foundation/db/schema.ts'

/** By whose clock days begin where neither the member nor the shop has one. */
const usualZone = 'UTC'

/** By whose clock the members of a shop hear of things who chose no zone. */
export async function zoneOfShop(db: Kysely<Database>, sellerId: string): Promise<string> {
  const seller = await findSeller(db, sellerId)
  return seller?.timeZone ?? usualZone
}

type Reader = { readonly zone: string; readonly hasOwnZone: boolean }

/** By whose clock a member hears of things: that which they chose, else their shop's, whatever it was before. */
export async function zoneOf(
  db: Kysely<Database>,
  sellerId: string,
  reader: Reader | undefined,
): Promise<string> {
  return reader?.hasOwnZone === true ? reader.zone : zoneOfShop(db, sellerId)
}
