import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { whyNotRefundable } from './dispute.ts'

/**
 * Why a purchase cannot be refunded because of its disputes, as our books know them now; undefined where it can. Asked
 * under the lock on the purchase, which a dispute is recorded under too.
 */
export async function refusalByDispute(
  tx: Transaction<Database>,
  purchaseId: string,
): Promise<string | undefined> {
  const disputes = await tx
    .selectFrom('disputes')
    .select('status')
    .where('purchaseId', '=', purchaseId)
    .execute()
  return disputes.map(({ status }) => whyNotRefundable(status)).find((reason) => reason !== undefined)
}
