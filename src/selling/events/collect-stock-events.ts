import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { readLeft } from '#payments/stock/read-left.ts'
import type { CollectedEvent } from './collected-event.ts'

/** A stock is low with this share or this number of items left, whichever is more. */
const lowShare = 0.1
const lowNumber = 5

/**
 * Creates the events of stocks that these new payments made low or empty: one of each kind for a limit, also if items
 * are returned and sold again.
 */
export async function collectStockEvents(
  tx: Transaction<Database>,
  events: readonly CollectedEvent[],
): Promise<CollectedEvent[]> {
  const paid = events.filter(({ type }) => type === 'purchase.paid')
  const forms = new Map(paid.flatMap((event) => (event.formId === null ? [] : [[event.formId, event]])))
  if (forms.size === 0) return []
  const stocks = await readLeft(tx, [...forms.keys()])
  const due = stocks.flatMap(({ stockId, formId, limit, left }) => {
    const event = forms.get(formId)
    if (event === undefined || left > Math.max(limit * lowShare, lowNumber)) return []
    const type = left === 0 ? 'stock.sold_out' : 'stock.low'
    return [
      {
        seller_id: event.sellerId,
        type,
        form_id: formId,
        event_id: event.id,
        source_id: `stock ${stockId} ${limit}`,
      },
    ]
  })
  if (due.length === 0) return []
  const { rows } = await sql<CollectedEvent>`
    insert into events (seller_id, type, object_id, form_id, happened_at, source_id)
    select due.seller_id, due.type, due.form_id::text, due.form_id, paid.happened_at, due.source_id
    from json_to_recordset(${JSON.stringify(due)}::json) as due
      (seller_id uuid, type text, form_id uuid, event_id bigint, source_id text)
    join events paid on paid.id = due.event_id
    on conflict do nothing
    returning id, seller_id as "sellerId", type, form_id as "formId"`.execute(tx)
  return rows
}
