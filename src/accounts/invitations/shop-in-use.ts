import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { AllHoldings } from '#registry/holdings.ts'

/** Whether a shop holds anything that its owner would lose sight of by leaving it. */
export async function isShopInUse(
  tx: Transaction<Database>,
  holdings: AllHoldings,
  sellerId: string,
): Promise<boolean> {
  const { used } = await tx
    .selectNoFrom(holdings.isInUse(sql`${sellerId}::uuid`).as('used'))
    .executeTakeFirstOrThrow()
  return used
}
