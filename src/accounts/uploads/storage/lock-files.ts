import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { AllSellerData } from '#registry/seller-data.ts'
import { fileUrlPrefix } from '../store-file.ts'
import { isInUse, type UploadRow } from '../store.ts'

/** A seller's existing files by id, locked until the transaction ends. */
export async function lockFiles(
  tx: Transaction<Database>,
  sellerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UploadRow>> {
  const rows = await tx
    .selectFrom('uploads')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .where('kind', '=', 'file')
    .where('deletedAt', 'is', null)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whether any of the seller's items, deleted or not, sells this file. */
export async function isSold(
  held: { readonly db: Transaction<Database>; readonly sellerData: AllSellerData },
  sellerId: string,
  id: string,
): Promise<boolean> {
  return isInUse(held, sellerId, `${fileUrlPrefix}${id}`)
}
