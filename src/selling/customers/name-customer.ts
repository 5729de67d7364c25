import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { OtherCustomer } from './contract.ts'

/** A customer, or the one they were merged into, or null if erased. */
export async function nameCustomer(
  db: Kysely<Database>,
  sellerId: string,
  id: string,
): Promise<OtherCustomer | null> {
  const found = await db
    .selectFrom('customers')
    .select(['id', 'name', sql<string>`email`.as('email')])
    .where('sellerId', '=', sellerId)
    .where('id', '=', (query) =>
      query
        .selectFrom('customers as asked')
        .select(sql<string>`coalesce(asked.merged_into, asked.id)`.as('id'))
        .where('asked.id', '=', id),
    )
    .where('erasedAt', 'is', null)
    .executeTakeFirst()
  return found ?? null
}
