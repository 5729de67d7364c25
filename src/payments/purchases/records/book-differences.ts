import type { Insertable, Kysely, Transaction } from 'kysely'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { type Purchase, wasPaid } from '../purchase.ts'
import { type Alongside, inTransaction } from '#foundation/db/database.ts'
import { hasHappened, recordEvent } from '#payments/purchases/settle/record-event.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'

export type BookDifference = Pick<
  Insertable<Database['bookDifferences']>,
  'kind' | 'stripeAccountId' | 'paymentIntentId' | 'purchaseId'
> & { readonly details: Readonly<Record<string, unknown>> }

/** Puts a difference between the books on the list, once; answers whether it is open, that is not settled yet. */
export async function recordDifference(db: Kysely<Database>, difference: BookDifference): Promise<boolean> {
  const { settledAt } = await db
    .insertInto('bookDifferences')
    .values({ ...difference, id: newId(), details: JSON.stringify(difference.details) })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'paymentIntentId', 'purchaseId'])
        .doUpdateSet((row) => ({ kind: row.ref('excluded.kind') })),
    )
    .returning('settledAt')
    .executeTakeFirstOrThrow()
  return settledAt === null
}

/** Set where the provider took another amount than the purchase says. */
export function amountDifference(purchase: Purchase, intent: PaymentIntent): BookDifference | undefined {
  const { id: purchaseId, stripeAccountId, total, currency } = purchase
  const isNothing = total === 0 && intent.amountReceived === 0
  if (isNothing || (total === intent.amountReceived && currency === intent.currency)) return undefined
  return {
    kind: 'amount_differs',
    stripeAccountId,
    paymentIntentId: intent.id,
    purchaseId,
    details: {
      purchase: { total, currency },
      charge: { amount: intent.amountReceived, currency: intent.currency },
    },
  }
}

/** Set where money was taken for a purchase that another PaymentIntent has paid: one of the two is too much. */
export function secondCharge(purchase: Purchase, intent: PaymentIntent): BookDifference | undefined {
  const { id: purchaseId, status, stripeAccountId, paymentIntentId: own } = purchase
  if (!wasPaid(status) || own === null || own === intent.id || intent.amountReceived === 0) return undefined
  return chargeBeside(stripeAccountId, intent, purchaseId)
}

/** A charge that pays for nothing: `purchaseId` says what it names, null where that is not known. */
export function chargeBeside(
  stripeAccountId: string,
  { id: paymentIntentId, amountReceived: amount, currency }: PaymentIntent,
  purchaseId: string | null,
): BookDifference {
  const details = { amount, currency }
  return { kind: 'charge_without_purchase', stripeAccountId, paymentIntentId, purchaseId, details }
}

/** An invoice's fee is the provider's own percentage of it, and how it rounds is not documented. In minor units. */
const invoiceRounding = 1

/** Set where the provider took another fee for us than was agreed, in minor units. */
export function feeDifference(
  { id: purchaseId, stripeAccountId, currency }: Purchase,
  intent: Pick<PaymentIntent, 'id' | 'applicationFeeAmount' | 'purchaseId'>,
  agreed: number,
): BookDifference | undefined {
  // Only the PaymentIntent of an invoice does not bear its purchase.
  const tolerance = intent.purchaseId === undefined ? invoiceRounding : 0
  if (Math.abs(intent.applicationFeeAmount - agreed) <= tolerance) return undefined
  return {
    kind: 'fee_differs',
    stripeAccountId,
    paymentIntentId: intent.id,
    purchaseId,
    details: {
      purchase: { total: agreed, currency },
      charge: { amount: intent.applicationFeeAmount, currency },
    },
  }
}

/** The differences that nobody has settled, of every seller, the oldest first. */
export async function listOpenDifferences(db: Kysely<Database>, limit: number) {
  return db
    .selectFrom('bookDifferences')
    .select(['id', 'kind', 'stripeAccountId', 'paymentIntentId', 'purchaseId', 'details', 'foundAt'])
    .where('settledAt', 'is', null)
    .orderBy('foundAt')
    .limit(limit)
    .execute()
}

/** Settles a difference once: who was first keeps their note. False: there is no such difference. */
export async function settleDifference(
  db: Kysely<Database>,
  id: string,
  by: { readonly userId: string; readonly note: string; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bookDifferences')
    .set({ settledAt: by.at, settledBy: by.userId, settledNote: by.note })
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0) return true
  const found = await db.selectFrom('bookDifferences').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

/**
 * Whether a PaymentIntent names an open purchase without being its payment: another one, for another amount or currency. A
 * seller can make such a one in their own account.
 */
export function isForeign(purchase: Purchase, intent: PaymentIntent): boolean {
  if (wasPaid(purchase.status) || purchase.paymentIntentId === intent.id) return false
  return intent.amount !== purchase.total || (intent.amount > 0 && intent.currency !== purchase.currency)
}

/** Records money that came for a purchase and does not pay it: on the list of differences, and in the purchase's history. */
export async function recordOtherAmount(
  services: PaymentServices,
  purchase: Purchase,
  intent: PaymentIntent,
  cause: string,
  alongside?: Alongside,
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    if (intent.status === 'succeeded') await record(services, tx, purchase, intent, cause)
    await alongside?.(tx)
  })
}

async function record(
  { log }: PaymentServices,
  tx: Transaction<Database>,
  purchase: Purchase,
  intent: PaymentIntent,
  cause: string,
): Promise<void> {
  const difference = amountDifference(purchase, intent)
  const happened = { event: 'other_amount', subject: intent.id } as const
  if (difference === undefined || (await hasHappened(tx, purchase.id, happened))) return
  log.error({ alarm: true, ...difference }, 'what was charged differs')
  await recordDifference(tx, difference)
  await recordEvent(tx, purchase.id, happened, cause)
}
