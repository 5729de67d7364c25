import type { Kysely } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { answerBuyer } from '../notify.ts'

const batch = 200

/**
 * The seller closes all statements that fit nothing and came until then; answers how many. Those whose receipt was mailed are
 * answered: to whom nothing was written, because machines type the addresses of strangers, nothing is written now either.
 */
export async function dismissStrange(
  { db, clock, log }: PaymentServices,
  { sellerId, userId }: { readonly sellerId: string; readonly userId: string },
  until: Date,
): Promise<number> {
  let dismissed = 0
  for (;;) {
    const at = clock.now()
    const closed = await inTransaction(db, async (tx) => {
      const rows = await tx
        .updateTable('withdrawals')
        .set({ refusedFor: 'no_purchase', decidedBy: userId, decidedAt: at, nextCheckAt: null })
        .where('id', 'in', listStrange(tx, sellerId, until))
        .returningAll()
        .execute()
      for (const row of rows) if (row.isReceiptMailed) await answerBuyer(tx, 'withdrawal_refused', row, at)
      return rows.length
    })
    dismissed += closed
    if (closed < batch) break
  }
  log.info({ seller: sellerId, user: userId, dismissed }, 'statements that fit nothing dismissed')
  return dismissed
}

function listStrange(tx: Kysely<Database>, sellerId: string, until: Date) {
  return tx
    .selectFrom('withdrawals as strange')
    .select('strange.id')
    .where('strange.sellerId', '=', sellerId)
    .where('strange.fits', '=', 'nothing')
    .where('strange.purchaseId', 'is', null)
    .where('strange.confirmedAt', 'is', null)
    .where('strange.refusedFor', 'is', null)
    .where('strange.receivedAt', '<=', until)
    .limit(batch)
    .forUpdate()
}
