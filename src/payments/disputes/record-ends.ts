import { sql, type Transaction } from 'kysely'
import { inLanguage } from '#foundation/language/t.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { DisputeOutcome, DisputesTable } from '#foundation/db/tables/purchases.ts'
import { recordEvent } from '#payments/purchases/settle/record-event.ts'
import { endText } from './dispute.ts'

const batch = 100

type Ended = Pick<DisputesTable, 'id' | 'sellerId' | 'purchaseId' | 'amount' | 'currency'> & {
  readonly outcome: DisputeOutcome
}

export type RecordedEnd = Ended & { readonly transitionId: number; readonly at: Date }

/**
 * Records in purchases' histories how disputes ended, once per end, even if a late or repeated event or the
 * reconciliation reports it again. A dispute that continues and ends differently is recorded again. Notifications must
 * be made in the same transaction: the entry is of the same kind as the start of a dispute, so the collector skips it.
 */
export async function recordEnds(tx: Transaction<Database>): Promise<RecordedEnd[]> {
  // A locked purchase waits for the next round, because its dispute may be being read right now.
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
    const said = inLanguage('en', () => endText(ended))
    const cause = `dispute ${outcome}: ${said}`
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
