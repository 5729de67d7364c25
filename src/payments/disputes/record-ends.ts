import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { DisputeOutcome, DisputesTable } from '#foundation/db/tables/purchases.ts'
import { recordEvent } from '#payments/purchases/settle/record-event.ts'
import { endText } from './dispute.ts'

const batch = 100

type Ended = Pick<DisputesTable, 'id' | 'sellerId' | 'purchaseId' | 'amount' | 'currency'> & {
  readonly outcome: DisputeOutcome
}

/** A dispute that has ended, and the entry of its purchase's history that says so. */
export type RecordedEnd = Ended & { readonly transitionId: number; readonly at: Date }

/**
 * Records in the history of their purchases how disputes ended, once of each end, whoever recorded it: an event that
 * comes twice or late, or the comparison. One that goes on and ends otherwise has news again. Whoever tells of it does so in
 * the same transaction: the entry is of the event that a dispute's beginning is, and the collector leaves what is told alone.
 */
export async function recordEnds(tx: Transaction<Database>): Promise<RecordedEnd[]> {
  // A purchase that somebody has locked is left for the next round: they may be about to ask for its dispute.
  const { rows } = await sql<Ended>`
    with due as (
      select disputes.id from disputes join purchases_view as purchases on purchases.id = disputes.purchase_id
      where disputes.status in ('won', 'lost', 'warning_closed') and disputes.noted_as is distinct from disputes.status
      order by disputes.updated_at limit ${batch}
      for no key update of disputes skip locked for key share of purchases skip locked
    )
    update disputes set noted_as = status from due where disputes.id = due.id
    returning disputes.id, seller_id, purchase_id, amount, currency,
      case status when 'warning_closed' then 'closed' else status end as outcome`.execute(tx)
  const recorded: RecordedEnd[] = []
  for (const ended of rows) {
    const { id, purchaseId, outcome } = ended
    const cause = `dispute ${outcome}: ${endText(ended)}`
    const { id: transitionId, at } = await recordEvent(
      tx,
      purchaseId,
      { event: 'dispute', subject: id },
      cause,
    )
    recorded.push({ ...ended, transitionId, at })
  }
  return recorded
}
