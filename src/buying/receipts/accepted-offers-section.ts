import type { AcceptedOffer } from '#buying/upsells/contract.ts'
import { html, type Html } from '#foundation/http/html.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { downloadList } from './download-list.ts'
import { asInvoice } from './invoice.ts'
import { purchasePath } from './purchase-url.ts'
import { receiptRows, titleOf } from './receipt-rows.ts'
import type { Receipt } from './store.ts'

type Addresses = {
  /** Makes the downloads' addresses. */
  readonly secret: string
  /** Where an offer is undone, by its id. */
  readonly undoPath: (offerId: string) => string
}

/** What was added to an order, each with its sums, its files, and its undoing while there is time. */
export function acceptedOffersSection(
  receipts: readonly Receipt[],
  accepted: readonly AcceptedOffer[],
  addresses: Addresses,
  now: Date,
): Html | readonly Html[] {
  if (receipts.length === 0) return []
  const items = receipts.map((receipt) => {
    const offer = accepted.find(({ purchaseId }) => purchaseId === receipt.id)
    return html`<article class="added">
      ${sums(receipt)}
      <div class="actions small">
        <a
          class="link"
          href="${purchasePath(receipt.id, addresses.secret)}"
          aria-label="View ${titleOf(receipt)}"
          >View</a
        >
        ${asInvoice(receipt) === undefined ? [] : invoiceLink(receipt, addresses.secret)}
      </div>
      ${downloadList(receipt, addresses.secret, now) ?? []}
      ${offer === undefined ? [] : undoing(offer, addresses, now)}
    </article>`
  })
  return html`<section class="panel" aria-labelledby="added">
    <h2 id="added">Added to your purchase</h2>
    ${items}
    <p class="muted small">Each appears as a separate payment on your card statement.</p>
  </section>`
}

function invoiceLink(receipt: Receipt, secret: string): Html {
  return html`<a
    class="link"
    href="${purchasePath(receipt.id, secret, '/invoice.pdf')}"
    aria-label="Invoice for ${titleOf(receipt)} as a PDF"
    >Invoice</a
  >`
}

function sums(receipt: Receipt): Html {
  const { total, taxAmount, currency } = receipt
  const rows = receiptRows(receipt).map(({ label, amount }) => row(label, amount))
  return html`<dl>${rows} ${taxAmount === 0 ? [] : row('Total', formatAmount(total, currency))}</dl>`
}

function undoing(
  { id, title, undoableUntil, refund }: AcceptedOffer,
  { undoPath }: Addresses,
  now: Date,
): Html | readonly Html[] {
  if (refund !== null) {
    const text = refund === 'pending' ? 'The money is on its way back to your card.' : 'Refunded.'
    return html`<p class="muted small">${text}</p>`
  }
  if (undoableUntil === null) return []
  const minutes = Math.max(1, Math.floor((undoableUntil - now.getTime()) / 60_000))
  return html`<form method="post" action="${undoPath(id)}">
    <button class="button-quiet" aria-label="Undo ${title}">Undo</button>
    <span class="muted small">for another ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}</span>
  </form>`
}

function row(label: string, amount: string): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd>${amount}</dd>
  </div>`
}
