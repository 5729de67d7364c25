import type { Transaction } from 'kysely'
import { newId } from '#db/new-id.ts'
import type { Database } from '#db/schema.ts'

/**
 * Records a message in the transaction of the change that it tells of; it is written and sent from that record. There
 * is one message of a kind for each purchase, or for each refund of one, however often it is recorded.
 */
export async function enqueueMail(
  tx: Transaction<Database>,
  mail: {
    readonly kind: string
    readonly purchaseId: string
    readonly refundId?: string
    readonly recipient: string
    readonly at: Date
  },
): Promise<void> {
  await tx
    .insertInto('mails')
    .values({
      id: newId(),
      kind: mail.kind,
      purchaseId: mail.purchaseId,
      refundId: mail.refundId ?? null,
      recipient: mail.recipient,
      nextAttemptAt: mail.at,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'purchaseId', 'refundId']).doNothing())
    .execute()
}
