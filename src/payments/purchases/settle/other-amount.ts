import type { Transaction } from 'kysely'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import { inTransaction, type Alongside } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { amountDifference, recordDifference } from '../records/book-differences.ts'
import { hasHappened, recordEvent } from './record-event.ts'
import type { PaymentServices } from '../payment-services.ts'
import { wasPaid, type Purchase } from '../purchase.ts'

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
