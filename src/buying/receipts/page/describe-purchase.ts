import { currentLanguage, t } from '#foundation/language/t.ts'
import { foreignTo, foreignUnless } from '#foundation/language/translations.ts'
import { isLaterPayment, type Keyed } from '#payments/purchases/purchase.ts'
import { isFree, opensAt } from '#buying/consumer-law/right.ts'
import type { WithdrawalOnPage } from '#buying/withdrawal/page-data.ts'
import { paidWithText } from '#payments/purchases/charge/paid-with.ts'
import { shopOf } from '#buying/checkout/page/brand.ts'
import {
  cancelContractPath,
  documentPath,
  paymentPath,
  portalPath,
  purchasePath,
  statementPath,
} from '#payments/purchases/records/purchase-url.ts'
import { consentsOf } from '#buying/consumer-law/asked-consent.ts'
import { consumerTexts, rightText } from '#buying/consumer-law/texts.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import { isEInvoice } from '../e-invoice/e-invoice.ts'
import { downloadsOf, filesWith, isAtRest, describeDownloads } from '../files/downloads.ts'
import { asInvoice, furtherDocumentsOf, soldBy } from '../invoice/invoice.ts'
import { receiptRows, titleOf, writingOf } from '../mail/receipt-rows.ts'
import type { LaterPayment, Receipt } from '../store.ts'
import { describeDetails, type DetailsState } from './buyer-details-form.ts'
import type {
  AddedOffer,
  DocumentOnPage,
  LaterPaymentOnPage,
  PolicyOnPage,
  PurchasePageData,
  ReceiptOnPage,
} from './purchase-data.ts'
import { describeSubscription } from './subscription-on-page.ts'
import type { SubscriptionView } from './subscription-view.ts'

/** What the purchase page shows. An order also has its subscription and later payments. */
export type PurchaseParts = {
  readonly receipt: Receipt
  readonly subscription: SubscriptionView | undefined
  readonly later: readonly LaterPayment[]
  readonly added: readonly AddedOffer[]
  readonly hasUndoFailed: boolean
  readonly details: DetailsState
  readonly withdrawal: WithdrawalOnPage | null
}

/** Describes a purchase for its buyer, with new URLs for its files. */
export function describePurchase(
  { receipt, subscription, later, added, hasUndoFailed, details, withdrawal }: PurchaseParts,
  secret: string,
  now: Date,
): PurchasePageData {
  const { id, kind, orderId, sellerName, paidAt, createdAt } = receipt
  const { successMessage, translatedMessage } = receipt
  const foreign = foreignTo(currentLanguage(), receipt.contentLanguage)
  const policy = describePolicy(receipt, secret, now)
  return {
    id,
    title: titleOf(receipt),
    sellerName,
    formats: writingOf(receipt).formats,
    time: (paidAt ?? createdAt).getTime(),
    status: statusOf(receipt),
    titleIn: foreignUnless(hasTranslatedTitle(receipt), foreign),
    message: kind === 'offer' ? null : (translatedMessage ?? successMessage),
    messageIn: foreignUnless(translatedMessage !== null, foreign),
    downloads: describeDownloads(receipt, secret, now),
    hasFiles: filesWith(receipt).length > 0,
    closedBy: closedBy(receipt, now),
    receipt: describeReceipt(receipt, secret),
    subscription: subscription === undefined ? null : describeSubscription(subscription, receipt, secret),
    details: describeDetails(receipt, secret, now, details),
    added,
    hasUndoFailed,
    later: later.map((payment) => describeLaterPayment(payment, receipt, secret)),
    order:
      orderId === null
        ? null
        : { path: purchasePath(orderOf(receipt), secret), isSubscription: isLaterPayment(kind) },
    policy: {
      ...policy,
      // After a withdrawal, files that were waiting never become available.
      waiting: withdrawal?.isWithdrawn === true ? null : policy.waiting,
    },
    withdrawal,
    againPath: againPath(receipt, subscription),
    withdrawPath: receipt.terms.isBusiness ? null : statementPath(receipt.sellerId, receipt, secret),
    portalPath: portalPath(receipt.sellerId),
    cancelPath: subscription === undefined ? null : cancelContractPath(receipt.sellerId, receipt, secret),
    soldBy: soldBy(receipt),
    shop: shopOf(receipt),
  }
}

function hasTranslatedTitle({ kind, formTitle, ownFormTitle, lines }: Receipt): boolean {
  return kind === 'offer' ? (lines[0]?.sellerTitle ?? null) !== null : formTitle !== ownFormTitle
}

/** The path to buy the form again. Null for a subscription, because its payment may still be retried. */
function againPath(
  { kind, status, formId }: Receipt,
  subscription: SubscriptionView | undefined,
): string | null {
  const isUnpaid = status === 'failed' || status === 'canceled' || status === 'requires_action'
  return isUnpaid && kind === 'order' && subscription === undefined ? paymentPath(formId) : null
}

function statusOf(receipt: Receipt): PurchasePageData['status'] {
  const { isTakenBack, status, total } = receipt
  if (isTakenBack) return 'reversed'
  if (status !== 'paid' || total > 0) return status
  return isFree(receipt) ? 'free' : 'nothing_charged'
}

function closedBy(receipt: Receipt, now: Date): PurchasePageData['closedBy'] {
  const { isTrialOver, isTrialReturned, isWithdrawn, kind, files } = receipt
  if (isWithdrawn || files.length === 0) return null
  if (kind !== 'offer' && isAtRest(receipt, now)) return 'pause'
  if (isTrialReturned) return 'payment returned'
  return isTrialOver ? 'no payment' : null
}

export function hasVideo({ downloads, added }: PurchasePageData): boolean {
  return [downloads, ...added.map((offer) => offer.downloads)].flat().some(({ video }) => video !== null)
}

/** The path of a purchase's invoice, or null if it has none. */
export function invoicePathOf(receipt: Receipt, secret: string): string | null {
  return asInvoice(receipt) === undefined ? null : purchasePath(receipt, secret, '/invoice.pdf')
}

/**
 * The further documents of a purchase: its invoice as data, its credit notes, and invoices other than the
 * current one.
 */
export function describeDocuments(receipt: Receipt, secret: string): DocumentOnPage[] {
  const invoice = asInvoice(receipt)
  const data =
    invoice !== undefined && isEInvoice(invoice)
      ? [{ title: t('E-invoice (XML)'), path: purchasePath(receipt, secret, '/invoice.xml') }]
      : []
  const further = furtherDocumentsOf(receipt).map(({ id, kind, number }) => ({
    title: kind === 'credit' ? t('Credit note {number}', { number }) : t('Invoice {number}', { number }),
    path: documentPath(receipt, secret, id),
  }))
  return [...data, ...further]
}

function describeReceipt(receipt: Receipt, secret: string): ReceiptOnPage {
  const { refunds } = receipt
  const { amountText, priceText, dayText } = writingOf(receipt)
  return {
    title: receipt.paidAt === null ? t('Your order') : t('Receipt'),
    ...receiptRows(receipt),
    total: priceText(receipt.total),
    paidWith: paymentText(receipt),
    refunds: refunds.map(({ amount, status, createdAt }) => ({
      label:
        status === 'succeeded' ? t('Refunded on {day}', { day: dayText(createdAt) }) : t('Refund on its way'),
      amount: amountText(-amount),
    })),
    invoicePath: invoicePathOf(receipt, secret),
    documents: describeDocuments(receipt, secret),
  }
}

function paymentText(receipt: Receipt): string | null {
  const { paidAt, status, total } = receipt
  const means = paidWithText(receipt)
  if (means === null) return null
  if (total === 0 && paidAt !== null) return t('Nothing was charged to {means}', { means })
  if (paidAt !== null) return t('Paid with {means}', { means })
  return status === 'processing' ? t('To be paid with {means}', { means }) : null
}

function describeLaterPayment(
  payment: LaterPayment,
  { locale }: Receipt,
  secret: string,
): LaterPaymentOnPage {
  const { id, kind, total, currency, paidAt, ...card } = payment
  return {
    id,
    isPayoff: kind === 'payoff',
    paidAt: (paidAt ?? new Date(0)).getTime(),
    amount: writingOf({ locale, currency }).amountText(total),
    paidWith: paidWithText(card),
    path: purchasePath(payment, secret),
    invoicePath: total === 0 ? null : purchasePath(payment, secret, '/invoice.pdf'),
  }
}

/** The order that a purchase is or belongs to, with the generation of its key. */
export function orderOf({
  id,
  orderId,
  orderKeyGeneration,
}: Pick<Receipt, 'id' | 'orderId' | 'orderKeyGeneration'>): Keyed {
  return { id: orderId ?? id, keyGeneration: orderKeyGeneration }
}

function describePolicy(receipt: Receipt, secret: string, now: Date): PolicyOnPage {
  return { ...saidWith(receipt), waiting: waitingOf(receipt, secret, now) }
}

export type LawOnReceipt = Pick<PolicyOnPage, 'agreed' | 'own'> & {
  /** Describes the right to withdraw, and when files become available. */
  readonly sentences: readonly string[]
}

/** Describes the law for a receipt. Empty for renewals, which are not separate contracts, and for free purchases. */
export function lawOnReceipt(receipt: Receipt, now: Date): LawOnReceipt {
  if (isLaterPayment(receipt.kind) || isFree(receipt)) return { sentences: [], agreed: [], own: null }
  const right = rightText(receipt, now)
  const opening = openingText(receipt, now)
  const own = saidWith({ ...receipt, sellerName: plainName(receipt.sellerName) })
  return { ...own, sentences: [right, opening].filter((sentence) => sentence !== null) }
}

function saidWith({ terms, sellerName }: Pick<Receipt, 'terms' | 'sellerName'>) {
  return {
    agreed: terms.consents.map(({ text }) => text),
    own: terms.ownText === null ? null : { title: consumerTexts.ownText(sellerName), text: terms.ownText },
  }
}

/** When waiting files become available, as a sentence, or null if none are waiting. */
export function openingText(receipt: Receipt, now: Date): string | null {
  const opening = opensAt(receipt)
  const isWaiting = opening !== null && now <= opening && downloadsOf(receipt).length > 0
  return isWaiting ? consumerTexts.opensLater(opening.getTime()) : null
}

function waitingOf(receipt: Receipt, secret: string, now: Date): PolicyOnPage['waiting'] {
  const { terms } = receipt
  const text = openingText(receipt, now)
  if (text === null || terms.consentAsked === null) return null
  return {
    text,
    path: purchasePath(orderOf(receipt), secret, '/early-start'),
    texts: consentsOf(terms.consentAsked).map((consent) => consent.text),
  }
}
