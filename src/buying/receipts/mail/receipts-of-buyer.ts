import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { listReceiptsOf, listSubscriptionsOf, listYearsOf, type Receipt, type Wanted } from '../store.ts'
import { viewSubscription, type SubscriptionView } from '../page/subscription-view.ts'

/** What was bought, and how the subscription stands that it began. */
export type BoughtReceipt = {
  readonly receipt: Receipt
  readonly subscription: SubscriptionView | undefined
}

/** What was paid in a shop by who gets the mails at an address, the newest first and `limit` at most. */
export async function receiptsOfBuyer(
  db: Kysely<Database>,
  { sellerId, email }: { readonly sellerId: string; readonly email: string },
  now: Date,
  wanted: Wanted,
): Promise<BoughtReceipt[]> {
  const receipts = await listReceiptsOf(db, sellerId, email, wanted)
  const subscriptions = await listSubscriptionsOf(
    db,
    receipts.map(({ id }) => id),
  )
  const rows = new Map(subscriptions.map((row) => [row.orderId, row]))
  return receipts.map((receipt) => ({
    receipt,
    subscription: viewSubscription(rows.get(receipt.id), now, receipt.locale),
  }))
}

/** The years in which there are invoices for who gets the mails at an address, the last first. */
export async function invoiceYearsOf(
  db: Kysely<Database>,
  { sellerId, email }: { readonly sellerId: string; readonly email: string },
): Promise<number[]> {
  return listYearsOf(db, sellerId, email)
}
