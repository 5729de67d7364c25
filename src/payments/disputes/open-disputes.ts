import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { standingOf } from './dispute.ts'

/** A dispute that its seller can still answer. */
export type OpenDispute = {
  readonly purchaseId: string
  readonly amount: number
  readonly currency: string
  readonly evidenceDueAt: Date
}

/** How many are looked at; those with the least time first. */
const most = 100

/** The disputes of a seller that wait for an answer, the most urgent first. */
export async function listOpenDisputes(
  db: Kysely<Database>,
  sellerId: string,
  now: Date,
): Promise<OpenDispute[]> {
  const rows = await db
    .selectFrom('disputes')
    .select(['purchaseId', 'status', 'amount', 'currency', 'evidenceDueAt'])
    .where('sellerId', '=', sellerId)
    .where('evidenceDueAt', '>', now)
    .orderBy('evidenceDueAt')
    .limit(most)
    .execute()
  return rows.flatMap(({ status, evidenceDueAt, ...dispute }) =>
    evidenceDueAt !== null && standingOf(status).isOpen ? [{ ...dispute, evidenceDueAt }] : [],
  )
}
