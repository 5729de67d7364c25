import { receiptWriters } from '#buying/receipts/mail/receipt-writers.ts'
import type { TestApp } from '#test-app.ts'
import type { Ordered } from '../test-subscriptions.ts'

/** The text of an order's first email of a kind. Empty if it is never written. */
export async function mailTextOf(
  app: TestApp,
  { purchaseId }: Pick<Ordered, 'purchaseId'>,
  kind: string,
): Promise<string> {
  const { db, clock, config } = app.services
  const mail = await db
    .selectFrom('mails')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .where('kind', '=', kind)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const written = await receiptWriters({ db, clock, addresses: config })[kind]?.(mail)
  return written?.text ?? ''
}
