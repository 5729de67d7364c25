import { sql, type Transaction } from 'kysely'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import type { Database } from '#foundation/db/schema.ts'

/**
 * Puts another file in the place of one in whatever of a seller's sells it, in the order in which they stand. What was deleted
 * is no exception: its buyers come back for what they bought.
 */
export async function swapFile(
  tx: Transaction<Database>,
  table: 'forms' | 'bumps' | 'offers',
  sellerId: string,
  { oldUrl, attachment }: { readonly oldUrl: string; readonly attachment: FileAttachment },
): Promise<void> {
  await sql`
    update ${sql.table(table)} set files = (
      select jsonb_agg(
        case when file ->> 'url' = ${oldUrl} then ${JSON.stringify(attachment)}::jsonb else file end order by place
      ) from jsonb_array_elements(files) with ordinality as listed (file, place)
    )
    where seller_id = ${sellerId}
      and files @> jsonb_build_array(jsonb_build_object('url', ${oldUrl}::text))`.execute(tx)
}
