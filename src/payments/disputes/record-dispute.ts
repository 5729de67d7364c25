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
 * Records the dispute that an event tells of. It is read afresh: the event may be old, early or double. Answers whether
 * its purchase is known. `alongside` happens in the transaction in which it is recorded.
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
 * Records how a dispute stood at the provider at a time; what was read later stays. Its purchase's
 * history says so once, and once more if the bank had only asked before. One of a charge that was not made by us is left alone. Answers whether its purchase is known.
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

/** Answers whether it is the first that we hear of the dispute. */
async function write(
  { log }: Services,
  tx: Transaction<Database>,
  purchase: Purchase,
  { id, status, reason, amount, currency, evidenceDueAt, createdAt }: ProviderDispute,
  readAt: Date,
): Promise<boolean> {
  // Refunds are recorded under this lock: no new one is begun once the dispute stands in the books.
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

/** What began since the dispute stood so, for the history; undefined: nothing. How one ends is recorded by itself. */
function beginningText(
  before: string | undefined,
  { status, reason }: Pick<ProviderDispute, 'status' | 'reason'>,
): string | undefined {
  if (before === undefined)
    return isInquiry(status) ? `dispute asked: ${reasonText(reason)}` : reasonText(reason)
  const isTaken = isInquiry(before) && isTakenBack(status) && status !== 'lost'
  return isTaken ? `dispute begun: ${reasonText(reason)}` : undefined
}

/** Asks the provider for the disputes of a purchase, and records them; answers whether there is one. */
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

/** `isTakenBack` of `dispute.ts`, as a condition on rows of `disputes`. */
export const isTakenBackRow = sql<boolean>`(
  disputes.status not like 'warning%' and disputes.status not in ('won', 'prevented'))`
