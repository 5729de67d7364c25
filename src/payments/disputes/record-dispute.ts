import { sql, type Transaction } from 'kysely'
import { inLanguage } from '#foundation/language/t.ts'
import type { ProviderDispute } from '#foundation/card-provider/disputes.ts'
import { type Alongside, inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import { enqueueCredit, undoCredit } from '#payments/invoices/due-invoices.ts'
import {
  findPurchaseById,
  findPurchaseOfIntent,
  lockPurchase,
} from '#payments/purchases/records/find-purchase.ts'
import { hasHappened, recordEvent } from '#payments/purchases/settle/record-event.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import { isInquiry, isTakenBack, reasonText, whyNotRefundable } from './dispute.ts'

/**
 * Records the dispute in an event. It is read from Stripe, because the event can be old, early or a duplicate. Returns
 * whether its purchase is known. `alongside` runs in the same transaction.
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
 * Records the state of a dispute on Stripe at `readAt`, unless a later one is already recorded. The
 * purchase's history gets an entry, and another one when an inquiry becomes a dispute. Disputes about charges
 * made elsewhere are ignored. Returns whether the purchase is known.
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
  { log, clock }: Services,
  tx: Transaction<Database>,
  purchase: Purchase,
  { id, status, reason, amount, currency, evidenceDueAt, createdAt }: ProviderDispute,
  readAt: Date,
): Promise<boolean> {
  // Refunds are recorded under the same lock, so that none begins once the dispute is recorded.
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
  const credited = { purchaseId: purchase.id, reason: 'dispute', sourceId: id, at: clock.now() } as const
  if (status === 'lost') await enqueueCredit(tx, credited)
  else if (before?.status === 'lost') await undoCredit(tx, credited)
  const began = beginningText(before?.status, { status, reason })
  const happened = { event: 'dispute', subject: id } as const
  if (began !== undefined && !(await hasHappened(tx, purchase.id, happened, began)))
    await recordEvent(tx, purchase.id, happened, began)
  log.warn({ dispute: id, purchase: purchase.id, seller: purchase.sellerId, status, reason }, 'dispute')
  return before === undefined
}

/**
 * The English text for the purchase's history if the dispute has begun since its last recorded state, or
 * undefined. Ends are recorded separately.
 */
function beginningText(
  before: string | undefined,
  { status, reason }: Pick<ProviderDispute, 'status' | 'reason'>,
): string | undefined {
  const said = inLanguage('en', () => reasonText(reason))
  if (before === undefined) return isInquiry(status) ? `dispute asked: ${said}` : said
  const isTaken = isInquiry(before) && isTakenBack(status) && status !== 'lost'
  return isTaken ? `dispute begun: ${said}` : undefined
}

/** Reads a purchase's disputes from Stripe and records them. Returns whether there are any. */
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
 * Why a purchase cannot be refunded because of its disputes, or undefined if it can. Must be called under the
 * purchase's lock, because disputes are also recorded under it.
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

/** The condition `isTakenBack` of `dispute.ts` for rows of `disputes`. */
export const isTakenBackRow = sql<boolean>`(
  disputes.status not like 'warning%' and disputes.status not in ('won', 'prevented'))`
