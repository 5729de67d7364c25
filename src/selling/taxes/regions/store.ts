import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Region } from './contract.ts'

export async function listRegions(db: Kysely<Database>, sellerId: string): Promise<Region[]> {
  const rows = await db
    .selectFrom('taxRegions')
    .select(['country', 'title', 'inclusive', sql<string>`trim_scale(percentage)::text`.as('percentage')])
    .where('sellerId', '=', sellerId)
    .orderBy('country')
    .execute()
  return rows.map((row) => ({ ...row, percentage: Number(row.percentage) }))
}

export async function replaceRegions(
  tx: Transaction<Database>,
  sellerId: string,
  regions: readonly Region[],
): Promise<void> {
  await tx.deleteFrom('taxRegions').where('sellerId', '=', sellerId).execute()
  if (regions.length === 0) return
  const rows = regions.map((region) => ({ ...region, sellerId, percentage: String(region.percentage) }))
  await tx.insertInto('taxRegions').values(rows).execute()
}
