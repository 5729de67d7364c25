import { sql, type Transaction } from 'kysely'
import type { ProviderDispute } from '#foundation/card-provider/disputes.ts'
import { type Alongside, inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import {
  findPurchaseById,
  findPurchaseOfIntent,
  lockPurchase,
} from '#payments/purchases/records/find-purchase.ts'
import { hasHappened, recordEvent } from '#payments/purchases/settle/record-event.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import { isInquiry, isTakenBack, reasonText, whyNotRefundable } from './dispute.ts'

/**
 * Records the dispute of an event. The dispute is read again, because the event can be old, early or a duplicate.
 * Returns whether its purchase is known. `alongside` runs in the transaction that records it.
 */
export async function recordDisputeByEvent(
  services: Services,
  account: string,
  id: string,
  alongside?: Alongside,
): Promise<boolean> {
  const readAt = services.clock.now()
  const dispute = await services.provider.retrieveDispute(account, id)
  return recordDispute(services, account, dispute, readAt, alongside)
}

/**
 * Records a dispute's state at the provider as of `readAt`; a later reading stays. The purchase's history gets one
 * entry, and another when an inquiry becomes a dispute. Disputes of charges made elsewhere are ignored. Returns
 * whether the purchase is known.
 */
export async function recordDispute(
  services: Services,
  account: string,
  dispute: ProviderDispute,
  readAt: Date,
  alongside?: Alongside,
): Promise<boolean> {
  const { paymentIntentId } = dispute
  if (paymentIntentId === null) return true
  const purchase = await findPurchaseOfIntent(services.db, account, paymentIntentId)
  if (purchase === undefined) {
    const intent = await services.provider.retrievePaymentIntent(account, paymentIntentId)
    return intent.purchaseId === undefined
  }
  const isNew = await inTransaction(services.db, async (tx) => {
    const isOpened = await write(services, tx, purchase, dispute, readAt)
    await alongside?.(tx)
    return isOpened
  })
  if (isNew) services.metrics.purchases.inc({ outcome: 'disputed' })
  return true
}

/** Returns whether the dispute is new to us. */
async function write(
  { log }: Services,
  tx: Transaction<Database>,
  purchase: Purchase,
  { id, status, reason, amount, currency, evidenceDueAt, createdAt }: ProviderDispute,
  readAt: Date,
): Promise<boolean> {
  // Refunds are recorded under this lock, so none begins once the dispute is recorded.
  await lockPurchase(tx, purchase.id)
  const row = { status, reason, amount, currency, evidenceDueAt, updatedAt: readAt }
  const before = await tx
    .selectFrom('disputes')
    .select(['status', 'amount', 'evidenceDueAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const isSameTime = before?.evidenceDueAt?.getTime() === evidenceDueAt?.getTime()
  if (before?.status === status && before.amount === amount && isSameTime) return false
  const written = await tx
    .insertInto('disputes')
    .values({ ...row, id, sellerId: purchase.sellerId, purchaseId: purchase.id, createdAt })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(row).where('disputes.updatedAt', '<=', readAt),
    )
    .returning('id')
    .executeTakeFirst()
  if (written === undefined) return false
  const began = beginningText(before?.status, { status, reason })
  const happened = { event: 'dispute', subject: id } as const
  if (began !== undefined && !(await hasHappened(tx, purchase.id, happened, began)))
    await recordEvent(tx, purchase.id, happened, began)
  log.warn({ dispute: id, purchase: purchase.id, seller: purchase.sellerId, status, reason }, 'dispute')
  return before === undefined
}

/** The history's text for a beginning since the last state; undefined: none. Endings are recorded separately. */
function beginningText(
  before: string | undefined,
  { status, reason }: Pick<ProviderDispute, 'status' | 'reason'>,
): string | undefined {
  if (before === undefined)
    return isInquiry(status) ? `dispute asked: ${reasonText(reason)}` : reasonText(reason)
  const isTaken = isInquiry(before) && isTakenBack(status) && status !== 'lost'
  return isTaken ? `dispute begun: ${reasonText(reason)}` : undefined
}

/** Reads a purchase's disputes from the provider and records them; returns whether there are any. */
export async function syncDisputes(services: Services, purchaseId: string): Promise<boolean> {
  const purchase = await findPurchaseById(services.db, purchaseId)
  if (purchase === undefined || purchase.paymentIntentId === null) return false
  const { stripeAccountId: account, paymentIntentId } = purchase
  const readAt = services.clock.now()
  const found = await services.provider.listDisputesOf(account, paymentIntentId)
  for (const dispute of found) await recordDispute(services, account, dispute, readAt)
  return found.length > 0
}

/**
 * Why a purchase cannot be refunded, by its recorded disputes; undefined if it can. Call it under the purchase's
 * lock, which disputes are recorded under too.
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

/** `isTakenBack` of `dispute.ts`, as a condition on rows of `disputes`. */
export const isTakenBackRow = sql<boolean>`(
  disputes.status not like 'warning%' and disputes.status not in ('won', 'prevented'))`
