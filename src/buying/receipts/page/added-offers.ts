import type { AcceptedOffer } from '#buying/upsells/contract.ts'
import { returnedText } from '#buying/upsells/returned-text.ts'
import { openingText } from './describe-policy.ts'
import { describeDownloads } from '../files/describe-downloads.ts'
import { invoicePathOf } from './describe-purchase.ts'
import type { AddedOffer } from './purchase-data.ts'
import { purchasePath } from '#payments/purchases/records/purchase-url.ts'
import { receiptRows, titleOf, writingOf } from '../mail/receipt-rows.ts'
import type { Receipt } from '../store.ts'

type Addresses = {
  /** Makes the downloads' addresses. */
  readonly secret: string
  /** Where an offer is undone, by its id. */
  readonly undoPath: (offerId: string) => string
}

/** What was added to an order, each with its sums, its files, and its undoing while there is time. */
export function describeAddedOffers(
  receipts: readonly Receipt[],
  accepted: readonly AcceptedOffer[],
  { secret, undoPath }: Addresses,
  now: Date,
): AddedOffer[] {
  return receipts.map((receipt) => {
    const { id, total, taxAmount } = receipt
    const offer = accepted.find(({ purchaseId }) => purchaseId === id)
    const undoableUntil = offer?.undoableUntil ?? null
    return {
      purchaseId: id,
      title: titleOf(receipt),
      path: purchasePath(receipt, secret),
      ...receiptRows(receipt),
      total: taxAmount === 0 ? null : writingOf(receipt).amountText(total),
      invoicePath: invoicePathOf(receipt, secret),
      downloads: describeDownloads(receipt, secret, now),
      opens: openingText(receipt, now),
      returned: offer === undefined ? null : returnedText(offer),
      undo:
        offer === undefined || undoableUntil === null
          ? null
          : {
              path: undoPath(offer.id),
              minutesLeft: minutesUntil(undoableUntil, now),
              endsWithOpening: offer.endsWithOpening,
            },
    }
  })
}

function minutesUntil(time: number, now: Date): number {
  return Math.max(1, Math.floor((time - now.getTime()) / 60_000))
}
