import type { Kysely, Transaction } from 'kysely'
import { copyBuyerDetails } from '#accounts/invoice-details/buyer-details.ts'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#registry/services.ts'
import { enqueueInvoice } from '#payments/invoices/due-invoices.ts'
import { recordDifference } from '../records/book-differences.ts'
import { mailAddressOf, type Purchase } from '../purchase.ts'
import { insertPurchase, type NewLine } from '../store.ts'
import { columnsFromOrder } from '../records/columns-from-order.ts'
import { feeDifference } from './settle-purchase.ts'

/** A paid renewal invoice from Stripe. The line's amounts are in minor units of its currency. */
export type PaidRenewal = {
  readonly invoiceId: string
  readonly intent: PaymentIntent
  readonly currency: string
  /** The form's price that the invoice is for, if it is not the order's. */
  readonly priceId?: string | null | undefined
  /** The agreed application fee. The one that Stripe charged is recorded. */
  readonly agreedFee: number
  readonly line: Required<
    Omit<NewLine, 'purchaseId' | 'position' | 'kind' | 'bumpId' | 'offerId' | 'sellerTitle'>
  > &
    Pick<NewLine, 'sellerTitle'>
  /** When the PaymentIntent was created. The reconciliation looks for both records at this time. */
  readonly chargedAt: Date
  readonly paidAt: Date
}

export async function listRecordedInvoices(
  db: Kysely<Database>,
  orderId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('purchases')
    .select('stripeInvoiceId')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'renewal')
    .execute()
  return new Set(rows.flatMap(({ stripeInvoiceId }) => stripeInvoiceId ?? []))
}

/**
 * Records a renewal as a separate purchase, only once even if its invoice is read repeatedly, because the invoice's id
 * is its key. Undefined if it is already recorded.
 */
export async function recordRenewal(
  services: Pick<Services, 'clock' | 'log'>,
  tx: Transaction<Database>,
  order: Purchase,
  renewal: PaidRenewal,
  cause: string,
): Promise<Purchase | undefined> {
  const now = services.clock.now()
  const { line, invoiceId, intent, currency, agreedFee, priceId = order.priceId } = renewal
  const id = newId()
  const { detailsId: sellerDetailsId, accountCountry } = await tx
    .selectFrom('sellersView as sellers')
    .select(['detailsId', 'accountCountry'])
    .where('id', '=', order.sellerId)
    .executeTakeFirstOrThrow()
  const recorded = await insertPurchase(
    tx,
    {
      ...columnsFromOrder(order),
      id,
      sellerDetailsId,
      accountCountry,
      // The renewal is already paid when it is recorded, and belongs to its order.
      policyId: order.policyId,
      customerId: order.customerId,
      priceId,
      currency,
      kind: 'renewal',
      idempotencyKey: `invoice-${invoiceId}`,
      stripeInvoiceId: invoiceId,
      status: 'paid',
      subtotal: line.subtotal,
      taxAmount: line.taxAmount,
      total: line.total,
      couponCode: line.discountAmount === 0 ? null : order.couponCode,
      discountAmount: line.discountAmount,
      applicationFeeAmount: intent.applicationFeeAmount,
      oneTimeOfferCount: 0,
      paymentIntentId: intent.id,
      paymentMethodType: intent.method?.type ?? null,
      cardBrand: intent.card?.brand ?? null,
      cardLast4: intent.card?.last4 ?? null,
      cardCountry: intent.card?.country ?? null,
      createdAt: renewal.chargedAt,
      updatedAt: now,
      paidAt: renewal.paidAt,
    },
    [{ ...line, purchaseId: id, position: 0, kind: 'form', bumpId: null, offerId: null }],
    cause,
  )
  if (recorded === undefined) return undefined
  await copyBuyerDetails(tx, order.id, id)
  await enqueueInvoice(tx, id)
  await enqueueMail(tx, { kind: 'renewal', purchaseId: id, recipient: mailAddressOf(order), at: now })
  const difference = feeDifference(recorded, intent, agreedFee)
  if (difference !== undefined) {
    services.log.error({ alarm: true, ...difference }, 'the fee of a renewal differs')
    await recordDifference(tx, difference)
  }
  return recorded
}
