import { sql, type RawBuilder } from 'kysely'
import type { SellsFiles } from '#registry/seller-data.ts'

/**
 * Puts another file in the place of one in the rows of a table, in the order in which they stand. What was deleted is no
 * exception: its buyers come back for what they bought.
 */
export function swapFileIn(rows: RawBuilder<unknown>): SellsFiles['swapFile'] {
  return async (tx, sellerId, { oldUrl, attachment }) => {
    const { numAffectedRows = 0n } = await sql`
      update ${rows} set files = (
        select jsonb_agg(
          case when file ->> 'url' = ${oldUrl} then ${JSON.stringify(attachment)}::jsonb else file end order by place
        ) from jsonb_array_elements(files) with ordinality as listed (file, place)
      )
      where seller_id = ${sellerId}
        and files @> jsonb_build_array(jsonb_build_object('url', ${oldUrl}::text))`.execute(tx)
    return numAffectedRows > 0n
  }
}
