import type { Transaction } from 'kysely'
import { share } from '#accounts/billing/application-fee.ts'
import type { ProviderInvoice } from '#foundation/card-provider/invoices.ts'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import type { Database } from '#foundation/db/schema.ts'
import { taxWithin } from '#foundation/money/tax.ts'
import { isReducedIn } from '#payments/pricing/recurrence.ts'
import { type Purchase, taxColumns } from '#payments/purchases/purchase.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import { recordDifference } from '#payments/purchases/records/book-differences.ts'
import type { PaidRenewal } from '#payments/purchases/settle/record-renewal.ts'
import type { Services } from '#registry/services.ts'
import { agreedAmounts, cycleAt, priceAt, withPrice } from '../begin/agreed-prices.ts'
import type { Subscription } from '../store.ts'

/** A paid invoice, with the agreed payment for its cycle. */
export type Invoiced = {
  readonly invoice: ProviderInvoice
  readonly agreed: ReturnType<typeof agreedPayment>
}

export function renewalOf(
  row: Subscription,
  { invoice, agreed }: Invoiced,
  intent: PaymentIntent,
): PaidRenewal | undefined {
  const { id: invoiceId, amountPaid: total, currency, finalizedAt, paidAt } = invoice
  if (total <= 0) return undefined
  if (finalizedAt === null || paidAt === null) return undefined
  const { quantity } = row
  const { title, sellerTitle, priceId } = agreed
  const taxAmount = taxWithin(total, agreed, currency)
  // The discount on a payment that was not charged as agreed is unknown.
  const discountAmount = total === agreed.total ? agreed.discountAmount : 0
  const amounts = { subtotal: total - taxAmount, taxAmount, total, discountAmount }
  const line = { title, sellerTitle, quantity, ...amounts, ...pickFields(agreed, taxColumns) }
  const agreedFee = share(total, row.applicationFeeBasisPoints)
  return { invoiceId, intent, currency, line, priceId, agreedFee, chargedAt: finalizedAt, paidAt }
}

/** The agreed payment for an invoice's cycle, including the coupon's discount. */
export function agreedPayment(given: Subscription, { reason, periodEnd }: ProviderInvoice) {
  const price = reason === 'cycle' ? priceAt(given, periodEnd) : undefined
  const row = price === undefined ? given : withPrice(given, price)
  const amounts = agreedAmounts(row)
  const anchor = (row.billingCycleAnchor ?? row.createdAt).getTime()
  const cycle = reason === 'cycle' ? cycleAt(row, anchor, periodEnd.getTime()) : null
  const isReduced = cycle !== null && isReducedIn(amounts, cycle)
  const discountAmount = isReduced ? row.discountAmount : 0
  const paid = isReduced ? amounts.reduced : amounts.regular
  const { title, sellerTitle } = row
  const tax = pickFields(row, taxColumns)
  return { ...paid, discountAmount, title, sellerTitle, ...tax, ...(price && { priceId: price.priceId }) }
}

/** A renewal that was not charged as agreed raises an alarm for us. The buyer and seller are not notified. */
export async function compareRenewal(
  { log }: Services,
  tx: Transaction<Database>,
  row: Subscription,
  { invoice, agreed }: Invoiced,
  { id: purchaseId, stripeAccountId, paymentIntentId }: Purchase,
): Promise<void> {
  if (invoice.reason !== 'cycle') return
  if (invoice.total === agreed.total && invoice.currency === row.currency) return
  const details = {
    purchase: { total: agreed.total, currency: row.currency },
    charge: { amount: invoice.total, currency: invoice.currency },
  }
  const difference = {
    kind: 'amount_differs' as const,
    stripeAccountId,
    paymentIntentId,
    purchaseId,
    details,
  }
  log.error({ alarm: true, subscription: row.id, ...difference }, 'a renewal is not as agreed')
  await recordDifference(tx, difference)
}
