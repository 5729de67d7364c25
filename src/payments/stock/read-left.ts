import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

export type LeftInStock = {
  readonly stockId: string
  readonly formId: string
  readonly limit: number
  /** The items that are not paid for yet, including those of payments in progress. */
  readonly left: number
}

/** What is left of the stocks of these forms, without the forms that have no limit. */
export async function readLeft(db: Kysely<Database>, formIds: readonly string[]): Promise<LeftInStock[]> {
  const { rows } = await sql<LeftInStock>`
    select stocks.id as "stockId", form_id as "formId", stock_limit as "limit",
      greatest(0, stock_limit - taken + open.pieces)::integer as "left"
    from stocks
    cross join lateral (
      select coalesce(sum(quantity), 0) as pieces from stock_holds
      where stock_holds.stock_id = stocks.id and email_key is not null and is_held
    ) open
    where form_id = any(${formIds}::uuid[])`.execute(db)
  return rows
}
