import { t } from '#foundation/language/t.ts'
import { isLaterPayment } from '#payments/purchases/purchase.ts'
import { downloadsOf } from '#buying/receipts/files/downloads.ts'
import { asInvoice, furtherDocumentsOf } from '#buying/receipts/invoice/invoice.ts'
import { purchasePath } from '#payments/purchases/records/purchase-url.ts'
import { describeDocuments, invoicePathOf, orderOf } from '#buying/receipts/page/describe-purchase.ts'
import { titleOf, writingOf } from '#buying/receipts/mail/receipt-rows.ts'
import type { BoughtReceipt } from '#buying/receipts/mail/write-receipt.ts'
import { standingText } from '#buying/receipts/page/subscription-view.ts'
import { toMajor } from '#foundation/money/amount.ts'
import type { ShownPurchase } from './page-data.ts'

export function describePurchase({ receipt, subscription }: BoughtReceipt, secret: string): ShownPurchase {
  const { id, kind, total, paidAt, status, isTakenBack } = receipt
  const { dayText, priceText } = writingOf(receipt)
  return {
    id,
    title: titleOf(receipt),
    date: dayText(paidAt),
    amount: priceText(total),
    state: stateText(status, isTakenBack),
    standing: subscription === undefined ? null : standingText(subscription),
    files: isLaterPayment(kind) ? 0 : downloadsOf(receipt).length,
    path: purchasePath(orderOf(receipt), secret),
    invoicePath: invoicePathOf(receipt, secret),
    documents: describeDocuments(receipt, secret),
  }
}

function stateText(status: string, isTakenBack: boolean): string | null {
  if (isTakenBack) return t('Reversed by your bank')
  if (status === 'partially_refunded') return t('Partly refunded')
  return status === 'refunded' ? t('Refunded') : null
}

/** A buyer's purchases for a data export, with amounts in major units. */
export function dataOf(bought: readonly BoughtReceipt[]) {
  return bought.map(({ receipt, subscription }) => {
    const { id, kind, status, name, email, currency, createdAt } = receipt
    const invoice = asInvoice(receipt)
    const amount = (minor: number) => toMajor(minor, currency)
    return {
      id,
      kind,
      status,
      name,
      email,
      currency,
      createdAt: createdAt.toISOString(),
      paidAt: receipt.paidAt?.toISOString() ?? null,
      invoiceNumber: invoice === undefined ? null : invoice.number,
      furtherDocuments: furtherDocumentsOf(receipt).map((document) => ({
        kind: document.kind,
        number: document.number,
      })),
      subtotal: amount(receipt.subtotal),
      taxAmount: amount(receipt.taxAmount),
      total: amount(receipt.total),
      couponCode: receipt.couponCode,
      lines: receipt.lines.map((line) => ({
        title: line.title,
        quantity: line.quantity,
        discountAmount: amount(line.discountAmount),
        total: amount(line.total),
      })),
      refunds: receipt.refunds.map((refund) => ({ amount: amount(refund.amount), status: refund.status })),
      invoiceDetails: receipt.buyerDetails,
      subscription:
        subscription === undefined
          ? null
          : { status: subscription.wire.status, nextChargeAt: subscription.wire.nextChargeAt },
    }
  })
}
