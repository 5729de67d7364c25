import type { Transaction } from 'kysely'
import { newId } from '#db/new-id.ts'
import type { Database } from '#db/schema.ts'
import { enqueueMail } from '#mail/outbox.ts'
import type { Purchase } from './purchase.ts'
import { insertPurchase, type NewLine } from './store.ts'

/** A renewal's invoice that was paid, as the provider says; the line says what for, in minor units of its currency. */
export type PaidRenewal = {
  readonly invoiceId: string
  readonly paymentIntentId: string
  readonly currency: string
  readonly line: Required<Omit<NewLine, 'purchaseId' | 'position' | 'kind' | 'bumpId'>>
  /** When its PaymentIntent was made: the comparison of the books looks for both at the same time. */
  readonly chargedAt: Date
  readonly paidAt: Date
}

/**
 * Records a renewal as a purchase of its own, once however often its invoice is read: the invoice's id is its key.
 * Answers undefined when it is there already.
 */
export async function recordRenewal(
  tx: Transaction<Database>,
  order: Purchase,
  renewal: PaidRenewal,
  { now, cause }: { readonly now: Date; readonly cause: string },
): Promise<Purchase | undefined> {
  const { sellerId, formId, stripeAccountId, stripeCustomerId, email, name } = order
  const { line, invoiceId, paymentIntentId, currency } = renewal
  const id = newId()
  const recorded = await insertPurchase(
    tx,
    {
      id,
      sellerId,
      formId,
      stripeAccountId,
      stripeCustomerId,
      email,
      name,
      currency,
      kind: 'renewal',
      orderId: order.id,
      idempotencyKey: `invoice-${invoiceId}`,
      fingerprint: invoiceId,
      status: 'paid',
      subtotal: line.subtotal,
      taxAmount: line.taxAmount,
      total: line.total,
      oneTimeOfferCount: 0,
      paymentIntentId,
      createdAt: renewal.chargedAt,
      updatedAt: now,
      paidAt: renewal.paidAt,
    },
    [{ ...line, purchaseId: id, position: 0, kind: 'form', bumpId: null }],
    cause,
  )
  if (recorded === undefined) return undefined
  await enqueueMail(tx, { kind: 'renewal', purchaseId: id, recipient: email, at: now })
  return recorded
}
