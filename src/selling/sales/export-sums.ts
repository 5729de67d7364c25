import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import { toMajor } from '#foundation/money/amount.ts'
import { sumSales } from './store.ts'

/** What was paid in a currency, and what of it went back, in the file that a seller takes along. */
export const exportedSums = z.object({
  currency: z.string(),
  purchases: z.number().int(),
  total: z.number(),
  taxAmount: z.number(),
  refunded: z.number(),
})

export async function exportSums(
  db: Kysely<Database>,
  sellerId: string,
): Promise<z.input<typeof exportedSums>[]> {
  const sums = await sumSales(db, sellerId)
  return sums.map(({ currency, purchases, total, taxAmount, refunded }) => ({
    currency,
    purchases,
    total: toMajor(total, currency),
    taxAmount: toMajor(taxAmount, currency),
    refunded: toMajor(refunded, currency),
  }))
}
