import { html, type Html } from '#foundation/http/html.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { buyerDetailsSection, type DetailsState } from './buyer-details-form.ts'
import { downloadList } from './download-list.ts'
import { asInvoice, sellerLines } from './invoice.ts'
import { purchaseDocument, type Live } from './purchase-document.ts'
import { purchasePath } from './purchase-url.ts'
import { dateOf, receiptRows, titleOf } from './receipt-rows.ts'
import type { LaterPayment, Receipt } from './store.ts'
import { laterPayments, subscriptionSection } from './subscription-section.ts'
import type { SubscriptionView } from './subscription-view.ts'

/** What the page shows: a purchase, and of an order what it began and what was charged since. */
export type PurchaseParts = {
  readonly receipt: Receipt
  readonly subscription: SubscriptionView | undefined
  readonly later: readonly LaterPayment[]
  /** What was added to the order. */
  readonly offers: Html | readonly Html[]
  /** What came of saving who buys. */
  readonly details: DetailsState
}

/** A purchase for its buyer: how it stands, what was bought, what went back, and the files, at addresses made now. */
export function purchasePage(
  { receipt, subscription, later, offers, details }: PurchaseParts,
  secret: string,
  now: Date,
  nonce: string,
  live?: Live,
): string {
  const { text, isGood, note } = receipt.isTakenBack ? takenBack : states[receipt.status]
  const body = html`<header class="lead">
      <span class="badge ${isGood ? 'badge-success' : ''}">${text}</span>
      <h1>${titleOf(receipt)}</h1>
      <p class="muted">From ${receipt.sellerName} · ${dateOf(receipt.paidAt ?? receipt.createdAt)}</p>
    </header>
    ${note === '' ? [] : html`<p class="panel">${note}</p>`}
    ${subscription?.wire.needsCard === true ? subscriptionSection(subscription, secret) : []}
    ${files(receipt, secret, now)}
    ${
      isGood && receipt.successMessage !== null && receipt.kind !== 'offer'
        ? html`<section class="panel" aria-label="Message from ${receipt.sellerName}">
            <p class="message">${receipt.successMessage}</p>
          </section>`
        : []
    }
    ${
      subscription !== undefined && !subscription.wire.needsCard
        ? subscriptionSection(subscription, secret)
        : []
    }
    ${sums(receipt, secret)} ${buyerDetailsSection(receipt, secret, now, details)} ${offers}
    ${laterPayments(later, secret)}
    ${
      receipt.orderId === null
        ? []
        : html`<p>
            <a class="link" href="${purchasePath(receipt.orderId, secret)}"
              >${receipt.kind === 'renewal' ? 'Your subscription and all its payments' : 'Your whole order'}</a
            >
          </p>`
    }
    <p class="muted small">Sold by ${sellerLines(receipt).join(', ')}.</p>
    <p class="muted small">
      Purchase ${receipt.id}. This page is yours alone: who has its address can see it. Questions? Ask
      ${receipt.sellerName}.
    </p>`
  return purchaseDocument(`Your purchase · ${receipt.sellerName}`, body, nonce, receipt, live)
}

type State = { readonly text: string; readonly isGood: boolean; readonly note: string }

const open = {
  text: 'Being checked',
  isGood: false,
  note: 'We are checking your payment. Do not pay again: this page shows the outcome as soon as it is known.',
}
const unpaid = { text: 'Not paid', isGood: false, note: 'You have not been charged.' }

const takenBack = {
  text: 'Reversed',
  isGood: false,
  note: 'Your bank has reversed this payment. Its downloads are no longer available.',
}

const states: Readonly<Record<Receipt['status'], State>> = {
  created: open,
  unknown: open,
  requires_action: {
    text: 'Waiting for you',
    isGood: false,
    note: 'Your bank has not confirmed the payment. You have not been charged.',
  },
  failed: unpaid,
  canceled: unpaid,
  paid: { text: 'Paid', isGood: true, note: '' },
  partially_refunded: { text: 'Partly refunded', isGood: true, note: '' },
  refunded: {
    text: 'Refunded',
    isGood: false,
    note: 'This purchase has been refunded. Its downloads are no longer available.',
  },
}

function files(receipt: Receipt, secret: string, now: Date): Html | readonly Html[] {
  const list = downloadList(receipt, secret, now)
  if (list === undefined) return []
  return html`<section class="panel" aria-labelledby="downloads">
    <h2 id="downloads">Your downloads</h2>
    ${list}
    <p class="muted small">Each link works for 15 minutes. Reload this page for new ones.</p>
  </section>`
}

function sums(receipt: Receipt, secret: string): Html {
  const { total, currency, refunds } = receipt
  const rows = receiptRows(receipt).map(({ label, amount }) => row(label, amount))
  const given = refunds.map(({ amount, status, createdAt }) =>
    row(
      status === 'succeeded' ? `Refunded on ${dateOf(createdAt)}` : 'Refund on its way',
      formatAmount(-amount, currency),
    ),
  )
  return html`<section class="panel" aria-labelledby="receipt">
    <h2 id="receipt">Receipt</h2>
    <dl>
      ${rows}
      <div class="total">
        <dt>Total</dt>
        <dd>${formatAmount(total, currency)}</dd>
      </div>
      ${given}
    </dl>
    ${
      asInvoice(receipt) === undefined
        ? []
        : html`<p class="small">
            <a class="link" href="${purchasePath(receipt.id, secret, '/invoice.pdf')}">Invoice as a PDF</a>
          </p>`
    }
  </section>`
}

function row(label: string, amount: string): Html {
  return html`<div>
    <dt>${label}</dt>
    <dd>${amount}</dd>
  </div>`
}
