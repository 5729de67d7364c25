import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { AllSellerData } from '#registry/seller-data.ts'

/** Whether a shop holds anything that its owner would lose sight of by leaving it. */
export async function isShopInUse(
  tx: Transaction<Database>,
  sellerData: AllSellerData,
  sellerId: string,
): Promise<boolean> {
  const { used } = await tx
    .selectNoFrom(sellerData.isInUse(sql`${sellerId}::uuid`).as('used'))
    .executeTakeFirstOrThrow()
  return used
}
