import { sql } from 'kysely'
import { showsUpload, type SellerData } from '#registry/seller-data.ts'
import { swapFileIn } from '#selling/catalog/swap-file.ts'

export const formSellerData: SellerData = {
  isInUse: (sellerId) => sql`exists (select from forms where seller_id = ${sellerId})`,
  shows: (sellerId, url) =>
    sql`exists (select from forms where seller_id = ${sellerId} and ${showsUpload(url)})`,
  sells: { entity: 'forms', swapFile: swapFileIn(sql.table('forms')) },
  ownerOf: { forms: (id) => sql`select seller_id from forms where id = ${id}` },
}
