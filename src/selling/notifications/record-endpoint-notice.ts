import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { EndpointNotificationKind } from '#foundation/db/tables/notices.ts'
import { holdHistory } from '#payments/purchases/records/read-history.ts'

/**
 * Adds a notification about a webhook in the transaction of its failure. It waits for the reader of the purchase
 * history, because only one transaction at a time may add notifications: their ids must follow the order of commits.
 */
export async function recordEndpointNotice(
  tx: Transaction<Database>,
  { kind, endpointId, sellerId, at }: EndpointNews,
): Promise<void> {
  await holdHistory(tx, 'purchase_transitions')
  const none = { transitionId: null, purchaseId: null, outcome: null, amount: 0, currency: '' }
  await tx
    .insertInto('notices')
    .values({ ...none, kind, sellerId, subject: endpointId, at })
    .execute()
}

type EndpointNews = {
  readonly kind: EndpointNotificationKind
  readonly endpointId: string
  readonly sellerId: string
  readonly at: Date
}
